import { readPythonString } from '@loopscope/signature';
import { objectOf } from '../decode/parse-json.ts';
import type { WireObject, WireSpan } from '../decode/wire-span.ts';
import type { FieldValues, SpanKind } from './dialect.ts';
import { memberAt } from './read-fields.ts';

const SCOPE = /\.agno$/;

/** Agno before 2 under OpenInference: who the user is, and which calls failed, stand only in what was given to its functions. */
export function readAgno({ scope, attributes }: WireSpan, kind: SpanKind): FieldValues {
  const input = attributes.get('input.value');
  if (!SCOPE.test(scope) || typeof input !== 'string' || !input.startsWith('{')) return {};
  if (kind === 'agent') return { user: memberAt(input, 'user_id') };
  if (kind !== 'model' || !input.includes('tool_call_error=True')) return {};
  const messages = objectOf(input)['messages'];
  if (!Array.isArray(messages)) return {};
  return {
    fedBack: messages.flatMap((each) => (typeof each === 'string' ? readPrinted(each) : [])),
  };
}

const ROLE = /^role='(\w+)' content=/;
const CALL_ID = / tool_call_id='([^']{1,200})'/;

/** A message as Python prints it. */
function readPrinted(text: string): WireObject[] {
  const [opening = '', role] = ROLE.exec(text) ?? [];
  if (role === undefined) return [];
  const content = readPythonString(text, opening.length);
  const rest = text.slice(content?.end ?? opening.length);
  const id = role === 'tool' ? CALL_ID.exec(rest)?.[1] : undefined;
  if (id === undefined) return [{ role, content: content?.value ?? '' }];
  const status = rest.includes(' tool_call_error=True ') ? 'error' : 'success';
  return [{ role, tool_call_id: id, content: content?.value ?? '', status }];
}
