import { Metadata, type StatusObject } from '@grpc/grpc-js';
import { statusBytes, type Refusal } from '../http/answers.ts';

/** A refusal as gRPC trailers: its code, and a google.rpc.Status that says when to come again where that makes sense. */
export function toStatus(refusal: Refusal): StatusObject {
  const metadata = new Metadata();
  metadata.set('grpc-status-details-bin', statusBytes(refusal));
  return { code: refusal.code, details: refusal.message, metadata };
}
