import type { Plan, Question } from '../../plan/plan';
import type { Zone } from '../../plan/range';
import type { RequestState } from '../../service/requestWithRetries';

export const flags = ['limitReached', 'shardsSkipped', 'stopped', 'empty'] as const;
/**
 * Reasons why records may be missing. `limitReached` means that the user's limit left an arbitrary subset of the
 * records (service document, section 4.2, rule 1). `shardsSkipped` means that some shards were unavailable.
 */
export type Flag = (typeof flags)[number];

/** Content of `request.json` in an export folder. The file contains no token. */
export interface StoredQuestion {
	readonly version: 1;
	/** Base URL of the service, or `sample`. Accounts for the same service share their exports. */
	readonly service: string;
	readonly plan: Plan;
	readonly question: Question;
	readonly askedAt: string;
	/** Time zone of the dates in the request. Absent in exports from an early version. */
	readonly zone?: Zone;
	/** Settings of the synced records that contain the export, as JSON. `core/sync` decodes them. */
	readonly syncedSet?: unknown;
}

/**
 * Whether the export contains all records that the service has. A single response can't prove this, because its maximum
 * size is undocumented (service document, section 8).
 * - `proven`: No response can have been truncated.
 * - `cut`: Records are certainly missing, because smaller chunks returned more.
 */
export const proofs = ['proven', 'unproven', 'cut'] as const;
export type Proof = (typeof proofs)[number];

export type Doubt =
	/** The number of records in the largest response looks like a limit of the service. */
	| { readonly kind: 'roundCount'; readonly rows: number }
	/** Several responses have the same number of records, and no response has more. */
	| { readonly kind: 'sameCount'; readonly rows: number; readonly chunks: number }
	/** Some records have no time, so identical records at chunk boundaries were treated as duplicates. */
	| { readonly kind: 'recordsWithoutTime'; readonly rows: number }
	/** A repeated request returned more records. The additional records arrived after the first, complete response. */
	| { readonly kind: 'arrivedMeanwhile'; readonly rows: number }
	| { readonly kind: 'notFoundAgain'; readonly rows: number }
	/** The records of a single second may exceed the maximum response size, and a second can't be split further. */
	| { readonly kind: 'indivisible'; readonly rows: number }
	/**
	 * The responses ended when the connection was closed, so records may be missing. Repeating the request can show
	 * whether records are missing.
	 */
	| { readonly kind: 'endNotAnnounced'; readonly rows: number }
	/** Members next to the record list indicate that the responses may be incomplete. */
	| { readonly kind: 'saidPartial'; readonly rows: number; readonly names: readonly string[] }
	/** No JSON record has these fields, possibly because the service omits fields without a value. */
	| { readonly kind: 'fieldsMissing'; readonly rows: number; readonly names: readonly string[] }
	/**
	 * All JSON records contain these fields, which were not requested, or a record contains one of these fields twice.
	 */
	| { readonly kind: 'unrequestedFields'; readonly rows: number; readonly names: readonly string[] }
	/** In the first records, these fields have values that don't match the request. */
	| { readonly kind: 'mismatches'; readonly rows: number; readonly names: readonly string[] }
	/** Some CSV records have more or fewer cells than the header, so values may be in the wrong columns. */
	| { readonly kind: 'raggedRows'; readonly rows: number }
	| { readonly kind: 'headerRepeated'; readonly rows: number }
	| { readonly kind: 'missing'; readonly rows: number };

/** Content of `outcome.json`. The file is written last, so its existence means that the records are complete. */
export interface Outcome {
	readonly version: 1;
	readonly file: string;
	readonly rows: number;
	readonly bytes: number;
	readonly finishedAt: string;
	readonly durationMs: number;
	readonly flags: readonly Flag[];
	readonly proof: Proof;
	readonly doubts: readonly Doubt[];
	/** Number of merged responses, and number of records in the largest of them. Absent for a single response. */
	readonly answers?: { readonly count: number; readonly largest: number };
	/** Digest of the records file (see `digestFile`). Present only for synced records. */
	readonly digest?: string;
}

export function isStopped({ flags }: Pick<Outcome, 'flags'>): boolean {
	return flags.includes('stopped');
}

export interface Resumable {
	/** Current number of chunks, or 1 for an export with a single request. */
	readonly chunks: number;
	readonly done: number;
	readonly rows: number;
	readonly bytes: number;
	/** True if the service was preparing a chunk when the export stopped, so that its result may be ready now. */
	readonly queued: boolean;
}

export interface ExportEntry {
	readonly folder: string;
	readonly name?: string;
	readonly stored: StoredQuestion;
	readonly outcome: Outcome | undefined;
	/** True if another window or computer is running the export. Present only in listings. */
	readonly runsElsewhere?: true;
	/** Progress of an interrupted, stopped, or truncated export. `resumeExport` requests the remaining records. */
	readonly resumable?: Resumable;
}

export interface OverallProgress {
	readonly chunk: number;
	readonly chunks: number;
	readonly reused: number;
	readonly rows: number;
	readonly bytes: number;
	readonly lastAnswer?: LastAnswer;
}

export interface LastAnswer {
	readonly kind: 'queued' | 'throttled' | 'records';
	readonly at: number;
}

export type ExportProgress = ExportStep & { readonly overall?: OverallProgress };

type ExportStep =
	/** The export folder now exists, so `readEntry` can read it even if the export fails. */
	| { readonly state: 'begun'; readonly folder: string }
	| { readonly state: 'waitingForTurn' }
	| RequestState
	| {
			readonly state: 'downloading';
			readonly bytes: number;
			readonly totalBytes: number | undefined;
			readonly rows: number;
			readonly bytesPerSecond: number;
	  }
	| {
			readonly state: 'checking' | 'joining' | 'comparing';
			readonly bytes: number;
			readonly totalBytes: number;
	  };
