/** What results say of themselves, in the languages that tools speak: alternations of a regular expression, one entry per language. */

/** A state that passes by itself, as the whole of a text or of a field. */
export const PASSING_STATES: readonly string[] = [
  String.raw`pending|queued|running|in[ _-]?progress|processing|loading|waiting|starting|initiali[sz]ing|scheduled|building`,
  String.raw`provisioning|deploying|uploading|downloading|importing|exporting|not[ _-]?(?:ready|started|finished|done|complete)`,
  'läuft(?: noch)?|in bearbeitung|ausstehend|wartet|noch nicht fertig|wird (?:verarbeitet|erstellt)',
  'en cours(?: de traitement)?|en attente',
  'en curso|en proceso|pendiente|procesando',
  'in corso|in attesa',
  'em andamento|em processamento|pendente',
  'bezig|in behandeling',
  '処理中|実行中|待機中',
  '进行中|处理中|运行中|等待中',
  '진행 ?중|처리 ?중|대기 ?중',
];

/** Nothing was found, in other languages than English. */
export const ABSENT: readonly string[] = [
  String.raw`\bkeine?n? (?:\S+ ){0,3}?(?:treffer|ergebnis(?:se)?|einträge|daten|übereinstimmung(?:en)?|gefunden|vorhanden)`,
  String.raw`\b(?:nichts|nicht) gefunden`,
  String.raw`\baucune?s? (?:\S+ ){0,3}?(?:résultats?|données|correspondances?|trouvée?s?)|\bintrouvable|\brien trouvé`,
  String.raw`\bno se (?:encontr(?:ó|aron)|han? encontrado)|\bsin (?:resultados|datos|coincidencias)`,
  String.raw`\bning(?:ún|una) (?:\S+ ){0,2}?(?:resultado|coincidencia|registro)`,
  String.raw`\bnessun[ao]? (?:\S+ ){0,2}?(?:risultat|corrispondenz|trovat)`,
  String.raw`\bnenhuma? (?:\S+ ){0,2}?(?:resultado|registro|correspondência|encontrad)`,
  String.raw`\bgeen (?:\S+ ){0,2}?(?:resultaten|gegevens|treffers|gevonden)`,
  '見つかりません|該当(?:なし|するものはありません)|結果がありません',
  '没有找到|未找到|无结果|没有结果|沒有找到|無結果',
  '결과가 없습니다|찾을 수 없습니다|검색 결과 없음',
];

/** A write left things as they were, in other languages than English. */
export const UNCHANGED: readonly string[] = [
  String.raw`\bunverändert|\bbereits\b|\bkeine änderung|\bnichts (?:zu tun|geändert)`,
  String.raw`\binchangé|\bdéjà |\baucun changement`,
  String.raw`\bsin cambios|\bnada que (?:hacer|cambiar)|\bya (?:está|existe)`,
  String.raw`\binvariato|\bnessuna modifica|\bsem alterações|\bongewijzigd`,
  '変更(?:なし|はありません)|(?:没有|无)(?:变化|更改|改动)|변경 사항이? 없',
];
