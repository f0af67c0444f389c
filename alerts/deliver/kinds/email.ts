import { createTransport } from 'nodemailer';

import {
  alertActions,
  alertLines,
  headline,
  oneLine,
  plainText,
  SHOWN_ALERTS,
} from '../../message/lines.ts';
import type { Message } from '../../message/message.ts';
import { reasonOf, resolveTarget, type GuardOptions } from '../request.ts';
import type { Attempt } from '../retry.ts';
import { refuseAddresses } from '../target.ts';

export interface EmailTarget {
  host: string;
  port: number;
  /** TLS from the first byte; otherwise STARTTLS where the server offers it. */
  secure: boolean;
  user: string;
  password: string;
  from: string;
  to: readonly string[];
}

const TIMEOUT_MS = 10_000;

/** One mail over SMTP. Never throws. The server is checked and pinned as every other target is. */
export async function sendEmail(
  target: EmailTarget,
  message: Message,
  options: GuardOptions,
): Promise<Attempt> {
  const timeoutMs = options.timeoutMs ?? TIMEOUT_MS;
  const signal = AbortSignal.timeout(timeoutMs);
  try {
    const addresses = await resolveTarget(target.host, options, signal);
    const refusal = refuseAddresses(addresses, options.allowedTargets);
    if (refusal !== null) return { kind: 'refused', reason: refusal };
    const [address = ''] = addresses;
    const transport = createTransport({
      host: address,
      port: target.port,
      secure: target.secure,
      // The certificate is the name's, whatever address it was found at.
      tls: { servername: target.host },
      connectionTimeout: timeoutMs,
      greetingTimeout: timeoutMs,
      socketTimeout: timeoutMs,
      disableFileAccess: true,
      disableUrlAccess: true,
      ...(target.user === '' ? {} : { auth: { user: target.user, pass: target.password } }),
    });
    try {
      await transport.sendMail(toMail(target, message));
      return { kind: 'delivered' };
    } finally {
      transport.close();
    }
  } catch (error) {
    return readFailure(error, timeoutMs);
  }
}

/** The mail as it goes out. */
export function toMail(target: EmailTarget, message: Message) {
  const thread = `<${message.thread}@loopscope.invalid>`;
  return {
    from: target.from,
    to: [...target.to],
    subject: headline(message),
    text: plainText(message),
    html: toHtml(message),
    messageId: `<${message.id}@loopscope.invalid>`,
    // Mail programs show the end below the beginning.
    references: thread,
    inReplyTo: thread,
    headers: { 'Auto-Submitted': 'auto-generated', 'X-Loopscope-Alert': message.thread },
  };
}

function toHtml(message: Message): string {
  const shown = message.alerts.slice(0, SHOWN_ALERTS).map((alert) => {
    const lines = alertLines(alert).map((line) => `<p>${escape(line)}</p>`);
    const actions = alertActions(alert).map(
      ([label, url]) => `<a href="${escape(url)}">${escape(label)}</a>`,
    );
    const title = message.alerts.length > 1 ? `<h3>${escape(oneLine(alert.title))}</h3>` : '';
    return `${title}${lines.join('')}<p>${actions.join(' &middot; ')}</p>`;
  });
  const rest = message.alerts.length - shown.length;
  const more = rest > 0 ? `<p><a href="${escape(message.listUrl)}">${rest} more</a></p>` : '';
  return `<h2>${escape(headline(message))}</h2>${shown.join('<hr>')}${more}`;
}

const escape = (text: string): string =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');

/** 4xx of SMTP passes; 5xx is a refusal, and so is a password that is not taken. */
function readFailure(error: unknown, timeoutMs: number): Attempt {
  const code =
    error instanceof Error && 'responseCode' in error && typeof error.responseCode === 'number'
      ? error.responseCode
      : null;
  if (code !== null && code >= 500) return { kind: 'refused', reason: `answered ${code}` };
  if (code !== null) return { kind: 'retry', reason: `answered ${code}`, retryAfterMs: null };
  return { kind: 'retry', reason: reasonOf(error, timeoutMs), retryAfterMs: null };
}
