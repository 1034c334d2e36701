/** One sentence per `Problem.code`: what is wrong with the field and what would be right. */
export const problems = {
  unknown: 'Поле «{{field}}» заполнено неверно. Проверьте значение.',
  'wrong-type': 'Значение не того вида. Проверьте, что введено.',
  'too-long': 'Текст слишком длинный. Сократите его.',
  'unknown-field': 'Форма прислала неизвестное приложению поле. Перезапустите приложение.',
};
