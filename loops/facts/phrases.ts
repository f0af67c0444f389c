/** What results say of themselves, in the languages that tools speak: alternations of a regular expression, one entry per language. */

/** A state that passes by itself, as the whole of a text or of a field. */
export const PASSING_STATES: readonly string[] = [
  String.raw`pending|queued|running|in[ _-]?progress|processing|loading|waiting|starting|initiali[sz]ing|scheduled|building`,
  String.raw`provisioning|deploying|uploading|downloading|importing|exporting|not[ _-]?(?:ready|started|finished|done|complete)`,
  String.raw`(?:a?waiting|pending)[ _-](?:for[ _-])?(?!user|your?\b|input)[a-z]+(?:[ _-][a-z]+)?`,
  String.raw`(?:in|under|awaiting)[ _-](?:manual[ _-])?(?:review|approval|moderation|verification|evaluation|preparation|transit|production)`,
  'läuft(?: noch)?|in (?:bearbeitung|arbeit|warteschlange)|ausstehend|wartet|lädt|noch nicht fertig|wird (?:noch )?(?:verarbeitet|erstellt|geladen|ausgeführt|gestartet|vorbereitet)',
  String.raw`en cours(?: d['’e] ?\p{L}+)?|en attente|chargement(?: en cours)?`,
  'en (?:curso|proceso|ejecución|espera|cola)|pendiente|procesando|cargando|ejecutándose',
  'in (?:corso|attesa|esecuzione|elaborazione|coda)|caricamento',
  'em (?:andamento|processamento|execução|espera)|pendente|processando|carregando',
  'bezig|in (?:behandeling|uitvoering|wachtrij)|wachtend|wordt (?:verwerkt|geladen)',
  'выполняется|в (?:обработке|процессе|очереди)|ожидани[ея]|загрузка|загружается',
  'w (?:toku|trakcie|kolejce)|oczekuje|oczekiwanie|przetwarzanie|ładowanie',
  '処理中|実行中|待機中|読み込み中|準備中|進行中',
  '进行中|处理中|运行中|等待中|加载中|排队中|正在(?:运行|处理|加载)',
  '(?:진행|처리|대기|로딩|실행) ?중',
  'işleniyor|bekliyor|beklemede|çalışıyor|yükleniyor|devam ediyor|hazırlanıyor|sırada',
  'قيد (?:المعالجة|التنفيذ|الانتظار|التشغيل|التحميل)|جار[يٍ]? (?:المعالجة|التنفيذ|التحميل)|معلق',
  'प्रगति पर है|(?:लंबित|प्रतीक्षा में|प्रक्रियाधीन|चल रहा है)',
  'pågår|(?:i|under) (?:kö|behandling)|väntar|laddar|bearbetas|behandles|venter|kører|käynnissä|odottaa',
  'виконується|обробляється|в (?:обробці|черзі)|очікування|завантаження',
  'đang (?:xử lý|chạy|chờ|tải)|sedang (?:diproses|berjalan|dimuat)|menunggu',
  'probíhá|čeká|zpracovává se|folyamatban|várakozik|în (?:curs|așteptare)|σε (?:εξέλιξη|αναμονή)',
];

/** In a sentence: it is not over, and will be. */
export const STILL: readonly string[] = [
  String.raw`\bstill (?:\w+ ){0,2}?(?:running|in progress|pending|processing|queued|building|waiting|loading|working|starting|uploading|compiling|deploying)\b`,
  String.raw`\bnot (?:\w+ )?(?:ready|finished|complete|completed|available|done) yet\b|\bnot yet (?:ready|finished|complete|completed|available|done|started)\b`,
  String.raw`^\W{0,3}no (?:new )?(?:output|data|results?|response|messages?|logs?|answer) yet\b|\bnothing (?:new )?yet\b`,
  String.raw`(?<!\b(?:out|while|when) )\bwaiting for\b[^\n]{0,80}?\b(?:to (?:finish|complete|become|be|start|roll ?out|come up|respond|terminate)|rollout)\b`,
  String.raw`\bläuft noch\b|\bnoch (?:nicht (?:fertig|bereit|abgeschlossen)|in (?:arbeit|bearbeitung))`,
  String.raw`\btoujours en cours|\bpas encore (?:prête?|terminée?|disponible)`,
  String.raw`\b(?:aún|todavía) (?:no está|en (?:curso|proceso))|\bainda (?:não está|em (?:andamento|processamento))`,
  String.raw`\bancora in (?:corso|esecuzione|elaborazione)|\bnog (?:niet (?:klaar|gereed)|bezig)`,
  String.raw`(?:ещё|еще) (?:не готов|выполняется|обрабатывается)`,
  String.raw`\b(?:process|command|shell|task) (?:is )?(?:still )?running (?:with session|in (?:the )?background)\b`,
  'hâlâ (?:çalışıyor|işleniyor)|henüz (?:hazır|tamamlanmadı)|لا ي?زال قيد|अभी (?:भी|तक)|ще (?:не готов|виконується)|chưa (?:xong|sẵn sàng)',
  'まだ(?:処理|実行|準備)|(?:仍在|还在|正在)(?:运行|处理|进行)|尚未(?:完成|就绪)|아직 (?:진행|처리|준비)',
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
  String.raw`\b(?:sonuç|kayıt|eşleşme) (?:bulunamadı|yok)|bulunamadı`,
  'لم يتم العثور|لا توجد (?:نتائج|بيانات)|لا يوجد',
  'कोई (?:परिणाम|डेटा|रिकॉर्ड) नहीं|नहीं मिल[ाी]',
  String.raw`(?:ничего|данных|результатов) не найден|не найдено|(?:нічого|результатів) не знайдено|не знайдено`,
  String.raw`\bnie znaleziono|\bbrak (?:wyników|danych)|\binga (?:resultat|träffar|data)|\bingen (?:resultater|treff|data)|\btidak (?:ditemukan|ada (?:hasil|data))|không (?:tìm thấy|có kết quả)|δεν βρέθηκ|nenalezen|nincs találat|לא נמצא`,
];

/** A write left things as they were, in other languages than English. */
export const UNCHANGED: readonly string[] = [
  String.raw`\bunverändert|\bbereits\b|\bkeine änderung|\bnichts (?:zu tun|geändert)`,
  String.raw`\binchangé|\bdéjà |\baucun changement`,
  String.raw`\bsin cambios|\bnada que (?:hacer|cambiar)|\bya (?:está|existe)`,
  String.raw`\binvariato|\bnessuna modifica|\bsem alterações|\bongewijzigd`,
  '変更(?:なし|はありません)|(?:没有|无)(?:变化|更改|改动)|변경 사항이? 없',
];
