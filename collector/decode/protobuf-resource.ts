import { readAttribute, readText, type ProtobufContext } from './protobuf-values.ts';
import type { WireResource } from './wire-span.ts';

// `field << 3 | wire type` of opentelemetry.proto.resource.v1 and common.v1.
const RESOURCE = { attribute: 10 };
const SCOPE = { name: 10 };

/** Reads a Resource into the one that its spans or log records share. */
export function readResource(context: ProtobufContext, resource: WireResource): void {
  const { reader } = context;
  const outer = reader.enter();
  while (!reader.atEnd) {
    const tag = reader.tag();
    if (tag === RESOURCE.attribute) readAttribute(context, resource.attributes);
    else reader.skip(tag);
  }
  reader.leave(outer);
}

/** Reads an InstrumentationScope; only its name is of use. */
export function readScopeName(context: ProtobufContext): string {
  const { reader } = context;
  const outer = reader.enter();
  let name = '';
  while (!reader.atEnd) {
    const tag = reader.tag();
    if (tag === SCOPE.name) name = readText(context);
    else reader.skip(tag);
  }
  reader.leave(outer);
  return name;
}
