interface Service {
  readonly baseUrl: string;
  readonly token: string;
}

/** Another computer with the same token. Rejects when the service says no. */
export const callAsColleague = async ({ baseUrl, token }: Service, path: string, body: object): Promise<void> => {
  const response = await fetch(`${baseUrl}/api/v1${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${path}: ${await response.text()}`);
};

/** Buys 1 GB of residential traffic for a client, which need not be in the desk. */
export const buyTrafficElsewhere = (service: Service, messengerId: number, clientKey: string): Promise<void> =>
  callAsColleague(service, '/premium/traffic/buy', {
    pool_type: 'residential',
    gb: 1,
    messenger_id: messengerId,
    client_key: clientKey,
  });
