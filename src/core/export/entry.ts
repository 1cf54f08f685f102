import type { Plan, Question } from './plan';
import type { Zone } from './range';

/** What a person must know about a result before trusting its count. */
export const flags = ['limitReached', 'shardsSkipped', 'empty'] as const;
/**
 * `limitReached`: as many records as the limit allows, hence an arbitrary subset (service document, section 4.2, rule 1).
 * `shardsSkipped`: unavailable shards were skipped, so records may be missing.
 */
export type Flag = (typeof flags)[number];

/** `question.json` in an export's folder. Holds no token. */
export interface StoredQuestion {
	readonly version: 1;
	/** Base address of the service, or `sample`; several accounts of one service share their exports. */
	readonly service: string;
	readonly plan: Plan;
	readonly question: Question;
	/** ISO 8601, UTC. */
	readonly askedAt: string;
	/** The clock the question's dates are on; exports of an early version do not tell. */
	readonly zone?: Zone;
}

/** `outcome.json`: written last, so its presence means that the records are whole. */
export interface Outcome {
	readonly version: 1;
	/** File name of the records, beside this file. */
	readonly file: string;
	readonly rows: number;
	readonly bytes: number;
	/** ISO 8601, UTC. */
	readonly finishedAt: string;
	readonly durationMs: number;
	readonly flags: readonly Flag[];
}

/** One folder of the export library. */
export interface ExportEntry {
	readonly folder: string;
	readonly stored: StoredQuestion;
	/** Undefined: the export was interrupted before it was whole. */
	readonly outcome: Outcome | undefined;
}

export type ExportProgress =
	/** Another export of the same application is running. */
	| { readonly state: 'waitingForTurn' }
	| { readonly state: 'asking' }
	/** The service answered 202. */
	| { readonly state: 'queued'; readonly percent: number | undefined; readonly elapsedMs: number }
	/** 420, 429 or 503: nothing is sent for `forMs`. */
	| { readonly state: 'throttled'; readonly forMs: number }
	/** A 5xx or a broken connection: the request is repeated after `forMs`. */
	| { readonly state: 'retrying'; readonly attempt: number; readonly forMs: number }
	| {
			readonly state: 'downloading';
			/** Bytes of the records so far, decompressed. */
			readonly bytes: number;
			/** From Content-Length, when the body is not compressed. */
			readonly totalBytes: number | undefined;
			readonly rows: number;
			/** Over the last second or so. */
			readonly bytesPerSecond: number;
	  };
