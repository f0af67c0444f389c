import type { ErrorClass } from './error-class.ts';

export type ErrorRule = readonly [errorClass: ErrorClass, pattern: RegExp];

/** Read on a type name in lower case without separators. Types that say nothing (`Error`, `ToolException`) match none. */
export const TYPE_RULES: readonly ErrorRule[] = [
  ['unknown_tool', anyOf('nosuchtool toolnotfound unknowntool methodnotfound unknownfunction')],
  [
    'denied',
    anyOf(
      'deniedby tooldenied executiondenied rejected guardrail policyviolation blockedby contentfilter notapproved',
    ),
  ],
  ['rate_limited', anyOf('ratelimit toomanyrequests throttl quota resourceexhausted slowdown')],
  ['timeout', anyOf('timeout timedout deadlineexceeded')],
  [
    'conflict',
    anyOf(
      'conflict alreadyexists duplicate integrityerror fileexists ^eexist uniqueviolation ^aborted$',
    ),
  ],
  [
    'precondition',
    anyOf(
      String.raw`precondition invalid\w{0,20}state incorrect\w{0,20}state illegalstate notready invalidoperation`,
    ),
  ],
  [
    'connection',
    anyOf(
      '^e(?:conn|notfound|aiagain|pipe|host|net) connect socket network dnserror sslerror tlserror incompleteread brokenpipe transporterror',
    ),
  ],
  ['not_found', anyOf('notfound nosuch ^enoent doesnotexist keyerror indexerror lookuperror')],
  [
    'permission',
    anyOf(
      'permission forbidden unauthori[sz]ed accessdenied ^eacces ^eperm unauthenticated authentication authori[sz]ation notallowed',
    ),
  ],
  [
    'server_error',
    anyOf(
      'internalserver ^internal(?:error)?$ servererror unavailable badgateway overloaded apistatuserror',
    ),
  ],
  [
    'validation',
    anyOf(
      'validation invalid badrequest unprocessable schema zoderror syntax parse decodeerror malformed outofrange badargument',
    ),
  ],
];

/** Types that a programming language throws for many reasons: they speak after the message. */
export const WEAK_TYPE_RULES: readonly ErrorRule[] = [
  ['validation', anyOf('typeerror valueerror argument assertion')],
];

/** Read on a message in lower case before any status code: a harness says these whatever code it uses. */
export const HARNESS_RULES: readonly ErrorRule[] = [
  [
    'unknown_tool',
    anyOf(String.raw`
      \b(?:unknown|unrecogni[sz]ed|unavailable|no such|nonexistent) (?:tool|function)\b
      \bno tool (?:named|called|found)
      \brequested function\b[^.\n]{0,80}\bnot found
      ^unsupported call:
      \btool\b[^.\n]{0,80}\b(?:not found|does(?: not|n't) exist)
      \btool\b[^.\n]{0,80}\bis not (?:available|defined|registered|known|recogni[sz]ed)
      not a valid tool`),
  ],
  [
    'denied',
    anyOf(String.raw`
      \b(?:denied|rejected|declined|refused|blocked|disallowed) by\b
      \b(?:user|human|operator|hook) (?:has )?(?:denied|rejected|declined|refused|blocked)
      (?:does not|doesn't|did not|didn't) want to (?:proceed|run|take)
      \bapproval (?:was |is )?(?:denied|rejected|required)
      \brequires? (?:\w+ )?approval
      guardrail
      has been denied
      \b(?:disabled|prohibited|forbidden|prevented|not (?:allowed|permitted)) by (?:the |your |its )?(?:\w+ ){0,2}(?:policy|policies|sandbox|administrator|organi[sz]ation)\b`),
  ],
];

/** Read on a message in lower case, after its status code. */
export const PHRASE_RULES: readonly ErrorRule[] = [
  [
    'rate_limited',
    anyOf(String.raw`
      rate.?limit
      too many requests
      \bquota\b
      throttl
      zu viele anfragen|trop de requêtes|demasiadas (?:solicitudes|peticiones)|troppe richieste|(?:muitas|excesso de) (?:solicitações|requisições)|слишком много запросов|請求過多|请求过(?:多|于频繁)|リクエストが多すぎ|요청이 너무 많`),
  ],
  [
    'timeout',
    anyOf(String.raw`
      \btime[ds]?[ -]?out\b
      \btimeout
      \be(?:socket)?timedout\b
      deadline exceeded
      zeitüberschreitung|zeit(?:limit)? überschritten
      délai (?:d['’]attente |imparti )?(?:dépassé|expiré)|(?:temps|délai) d['’]attente (?:est )?(?:dépassé|écoulé)
      tiempo (?:de espera )?(?:agotado|excedido)|(?:agotado|excedido) el tiempo|tempo (?:de espera |limite )?(?:esgotado|excedido)|tempo (?:di attesa )?scaduto
      время ожидания истекло|превышено время|przekroczono (?:limit )?czasu?|zaman aşımı|타임아웃|시간(?:이)? 초과|タイムアウト|(?:请求|连接|操作)?超时|逾時`),
  ],
  [
    'connection',
    anyOf(String.raw`
      connection (?:\w+ ){0,2}(?:refused|reset|closed|aborted|lost|failed|error)
      \b(?:econn\w+|enotfound|eai_again|epipe)\b
      socket hang up
      fetch failed
      network (?:error|is unreachable)
      (?:could not|cannot|failed to|unable to) (?:connect|reach)
      verbindung (?:\w+ ){0,3}?(?:abgelehnt|verweigert|abgebrochen|unterbrochen|fehlgeschlagen)|keine verbindung
      connexion (?:refusée|interrompue|perdue|impossible)|conexión (?:rechazada|perdida|interrumpida)|conexão (?:recusada|perdida|interrompida)|connessione (?:rifiutata|persa|interrotta)
      не удалось (?:подключиться|соединиться)|соединение (?:разорвано|отклонено|прервано)|接続(?:できません|に失敗|が拒否)|(?:连接|網路|网络)(?:失败|错误|被拒绝|中断)|연결(?:할 수 없|에 실패|이 거부)
      (?:could not|cannot|failed to|unable to) resolve (?:the )?(?:host|name|address|dns|domain|server|endpoint|['"]?[\w-]{1,63}(?:\.[\w-]{1,63}){1,8}\b)
      getaddrinfo
      name resolution
      no route to host
      remote end closed
      broken pipe
      \bssl\b
      tls handshake`),
  ],
  [
    'precondition',
    anyOf(String.raw`
      precondition
      (?:invalid|incorrect|illegal|wrong|unexpected) (?:\w+ ){0,2}(?:state|status)\b
      not in (?:a |an |the )?(?:\w+ ){0,3}state
      \bstate\b[^.\n]{0,40}(?:does not allow|not allowed|cannot)
      must (?:first )?be (?:\w+ )?(?:stopped|started|running|closed|open|read)\b
      must first
      (?:read|stop|start|open|close)\b[^.\n]{0,40} first\b
      cannot [^.\n]{0,60}\b(?:while|because it is|when it is|unless)\b
      (?:not|n't) (?:currently )?(?:clickable|interactable|visible|attached|enabled|editable|focusable|scrolled into view)\b
      \bstale element\b|intercepts pointer events|(?:would receive|intercept(?:s|ed)?) the click|\bpage (?:has )?changed\b
      already (?:been )?(?:running|stopped|started|closed|cancell?ed|completed|processed|refunded|in progress)
      not ready`),
  ],
  [
    'conflict',
    anyOf(String.raw`
      already exists
      file exists
      duplicate
      conflict
      version mismatch
      modified since
      is locked`),
  ],
  [
    'permission',
    anyOf(String.raw`
      permission denied
      access (?:is )?denied
      unauthori[sz]ed
      unauthenticated
      forbidden
      not (?:allowed|permitted|authori[sz]ed|accessible)
      insufficient (?:permission|privilege|scope)
      zugriff verweigert|keine berechtigung|nicht berechtigt|accès (?:refusé|interdit)|(?:acceso|permiso) denegado|sin permisos?|accesso negato|acesso negado|доступ запрещ[её]н|недостаточно прав|brak uprawnień|odmowa dostępu|erişim reddedildi|アクセスが拒否|権限がありません|(?:拒绝访问|没有权限|无权(?:限|访问)|權限不足)|권한이 없|접근이 거부
      (?:invalid|expired|missing) (?:api key|token|credential)
      authentication
      read-only file system`),
  ],
  [
    'validation',
    anyOf(String.raw`
      validation
      (?:is|are) required
      (?:code )?(?:snippet|blob) is invalid|\b(?:code|output|json|yaml|xml|response) pars(?:ing|er) (?:failed|error)|error (?:in|while|during) (?:\w+ )?parsing
      (?:feld|parameter|wert|eingabe|datum|format)\b[^.\n]{0,60}\b(?:fehlt|ungültig|erforderlich)|ungültige[rsn]? |pflichtfeld
      champ (?:requis|obligatoire)|paramètre (?:requis|manquant|invalide)|(?:valeur|format|date) invalide|argument invalide
      (?:campo|parámetro|parâmetro) (?:\S+ )?(?:es |é )?(?:requerido|obligatorio|obrigatório|inválido)|(?:valor|formato|fecha|data) inválid[oa]|falta el (?:campo|parámetro)|(?:campo|parametro) (?:\S+ )?(?:è )?(?:obbligatorio|non valido)
      (?:недопустим|неверн|некорректн)\S* |обязательн\S+ (?:поле|параметр)|nieprawidłow|wymagane pole|(?:参数|字段|格式)(?:错误|无效|缺失)|缺少(?:必需|必填)?(?:参数|字段)|無効な|必須(?:です|項目|パラメータ)|유효하지 않|필수 (?:항목|매개변수|입력)
      (?:missing|required) (?:\w+ ){0,3}(?:field|parameter|property|argument)
      (?:missing|too (?:many|few)) arguments?
      must be (?:one of|an?|in|between|at least|at most|non|greater|less)
      should be (?:one of|an?)\b
      expected\b[^\n]{0,80}\b(?:got|received|but)\b
      not one of
      not a valid
      unexpected (?:keyword|argument|field|property|token|end|eof)
      cannot query field
      (?:unknown|unrecogni[sz]ed) (?:option|argument|parameter|field|property|flag)
      exceeds? (?:the )?(?:\w+ )?(?:maximum|limit|size)
      too (?:large|long|big)\b
      does not match
      (?:patch|hunk)\b[^\n]{0,60}\b(?:failed|does not apply)
      (?:is|are)(?: not|n't) unique
      match(?:es|ed)? (?:\d+|several|multiple) (?:places|occurrences|locations)
      (?:multiple|several) (?:matches|occurrences)
      (?:is|are) (?:exactly )?(?:the same|identical)
      undeclared
      (?:not|n't) (?:yet )?support
      requires an? (?:argument|value)
      (?:failed to|could not|cannot) parse
      syntax error
      sql syntax
      is ambiguous
      group by
      unterminated
      out of range`),
  ],
  [
    'not_found',
    anyOf(String.raw`
      not found
      no such
      d(?:oes|id)(?: not|n't) (?:exist|occur|appear)
      (?:could not|cannot|can't|couldn't|unable to) (?:find|locate)
      no \w+ (?:with|for|found|named)
      nicht gefunden|existiert nicht|introuvable|n['’]existe pas|no (?:se )?(?:encontr(?:ó|ado)|existe)|não (?:foi )?(?:encontrad[oa]|existe)|non (?:trovat[oa]|esiste)|не найден|не существует|nie (?:znaleziono|istnieje)|bulunamadı|見つかりません|存在しません|(?:未找到|找不到|不存在)|찾을 수 없|존재하지 않
      \b(?:0|no|zero) (?:occurrences?|match(?:es)?)\b
      cannot (?:open|access|stat)
      unknown (?:column|table|database|user|customer|order|id|key|resource)`),
  ],
  [
    'server_error',
    anyOf(String.raw`
      internal (?:server )?error
      service (?:is )?(?:temporarily )?unavailable
      temporarily unavailable
      bad gateway
      overloaded
      server error
      upstream
      interner (?:server)?fehler|dienst (?:ist )?(?:nicht verfügbar|vorübergehend)|erreur interne|service (?:indisponible|non disponibile)|error interno|servicio no disponible|erro interno|serviço indisponível|errore interno|внутренняя ошибка|(?:服务器|伺服器|内部)(?:内部)?错误|服务(?:暂时)?不可用|内部エラー|サービスを利用できません|서버 오류|내부 오류`),
  ],
  [
    'validation',
    anyOf(String.raw`
      invalid
      unsupported
      malformed
      illegal
      bad request`),
  ],
];

/** HTTP statuses and JSON-RPC codes that have a class of their own; other 4xx are validation, other 5xx the server's. */
export const CODES: ReadonlyMap<number, ErrorClass> = new Map<number, ErrorClass>([
  [401, 'permission'],
  [403, 'permission'],
  [404, 'not_found'],
  [407, 'permission'],
  [408, 'timeout'],
  [409, 'conflict'],
  [410, 'not_found'],
  [412, 'precondition'],
  [423, 'conflict'],
  [425, 'precondition'],
  [428, 'precondition'],
  [429, 'rate_limited'],
  [504, 'timeout'],
  [-32000, 'connection'],
  [-32001, 'timeout'],
  [-32600, 'validation'],
  [-32601, 'unknown_tool'],
  [-32602, 'validation'],
  [-32603, 'server_error'],
  [-32700, 'validation'],
]);

/** One alternative a line, or a word where all stand on one line. */
function anyOf(alternatives: string): RegExp {
  const lines = alternatives.trim().split(alternatives.includes('\n') ? /\s*\n\s*/ : ' ');
  return new RegExp(lines.join('|'));
}
