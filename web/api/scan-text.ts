/** Recorded runs that somebody hands over, judged by the server and stored nowhere. */
import { scanAnswer, type ScanAnswer } from '@loopscope/api/contract';

import { sendText } from './get.ts';

/** Throws ApiFailure; of code `not_here` where the server has nothing that judges. */
export const scanText = (text: string): Promise<ScanAnswer> => sendText('/scan', text, scanAnswer);
