import type { Plan, Question } from '../../plan/plan';
import type { Zone } from '../../plan/range';
import type { RequestState } from '../../service/requestWithRetries';

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

/**
 * Whether the records are all that the service had for the question when it was asked. The service does not tell the most
 * records that an answer may hold (service document, section 8), so an answer cannot prove itself.
 *
 * `proven`: no answer that the records are from can have been cut. Each told its end, and held fewer records than another
 * answer did, or none at all; or else asking again in pieces found the same records.
 * `unproven`: nobody has checked, or the check could not decide; `doubts` tell what speaks against it.
 * `cut`: records are missing for certain, since asking in pieces found more of them.
 */
export const proofs = ['proven', 'unproven', 'cut'] as const;
export type Proof = (typeof proofs)[number];

/** What a person should know about the proof, besides the flags. */
export type Doubt =
	/** The largest answer has a number of records that looks like somebody's maximum. */
	| { readonly kind: 'roundCount'; readonly rows: number }
	/** So many answers, more than one, have the same number of records, and none has more. */
	| { readonly kind: 'sameCount'; readonly rows: number; readonly slices: number }
	/** Records which do not tell their time: where slices meet, equal ones of them were taken for one. */
	| { readonly kind: 'recordsWithoutTime'; readonly rows: number }
	/** Found when asking again, and not left out before: they came later. No reason to doubt what is there. */
	| { readonly kind: 'arrivedMeanwhile'; readonly rows: number }
	/** So many of the export's records were not found again. */
	| { readonly kind: 'notFoundAgain'; readonly rows: number }
	/** So many records within a second that they may not be all. */
	| { readonly kind: 'indivisible'; readonly rows: number }
	/**
	 * So many came in answers that only the closing of the connection ended, which a lost connection does as well: more may
	 * have been on their way. To ask again tells: two connections are not lost behind the same record.
	 */
	| { readonly kind: 'endNotTold'; readonly rows: number }
	/** So many came in answers that say by these members, beside the records, that they may not be all. */
	| { readonly kind: 'saidPartial'; readonly rows: number; readonly names: readonly string[] }
	/** None of so many JSON records has these fields. A service may leave out what has no value. */
	| { readonly kind: 'fieldsMissing'; readonly rows: number; readonly names: readonly string[] }
	/** So many JSON records are from answers all of whose records have these fields unasked, or one of them twice. */
	| { readonly kind: 'fieldsUnasked'; readonly rows: number; readonly names: readonly string[] }
	/** So many are from answers whose first records are not what was asked for by the values of these fields. */
	| { readonly kind: 'unlikeAsked'; readonly rows: number; readonly names: readonly string[] }
	/** So many CSV records have more or fewer cells than the header: something else may stand among them. */
	| { readonly kind: 'raggedRows'; readonly rows: number }
	/** So many CSV records are the header once more. */
	| { readonly kind: 'headerRepeated'; readonly rows: number }
	/** So many were found that the export does not hold. */
	| { readonly kind: 'missing'; readonly rows: number };

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
	readonly proof: Proof;
	readonly doubts: readonly Doubt[];
	/** Answers that the records were joined from, if more than one, and the records in the largest of them. */
	readonly answers?: { readonly count: number; readonly largest: number };
}

/** What an export that is not whole can go on from. */
export interface Resumable {
	/** Slices that the range is cut into by now; 1 when it is asked for in one piece. */
	readonly slices: number;
	/** How many of them are on the disk already. */
	readonly done: number;
	/** In those. */
	readonly rows: number;
	readonly bytes: number;
	/** The service was preparing a slice when the export stopped; asked the same again, it may have it ready. */
	readonly queued: boolean;
}

/** One folder of the export library. */
export interface ExportEntry {
	readonly folder: string;
	/** Given by a person. */
	readonly name?: string;
	readonly stored: StoredQuestion;
	/** Undefined: the export was interrupted before it was whole. */
	readonly outcome: Outcome | undefined;
	/** Another window carries it out, or another machine that shares the folder. Only listings tell. */
	readonly runsElsewhere?: true;
	/** There when the export was interrupted, or found to be cut: `resumeExport` fetches what is missing. */
	readonly resumable?: Resumable;
}

/** How far an export is as a whole. */
export interface OverallProgress {
	/** Which slice is fetched, from 1 on. */
	readonly slice: number;
	/** Grows when a slice has to be halved. */
	readonly slices: number;
	/** Slices that an earlier run had fetched. */
	readonly reused: number;
	/** In all finished slices. */
	readonly rows: number;
	readonly bytes: number;
	/** What the service answered last. */
	readonly lastAnswer?: LastAnswer;
}

export interface LastAnswer {
	readonly kind: 'queued' | 'throttled' | 'records';
	/** Milliseconds of Unix time. */
	readonly at: number;
}

export type ExportProgress = ExportStep & { readonly overall?: OverallProgress };

type ExportStep =
	/** There is a folder from now on. What it holds after a failure, `readEntry` tells. */
	| { readonly state: 'begun'; readonly folder: string }
	/** Another export of the same application is running. */
	| { readonly state: 'waitingForTurn' }
	| RequestState
	| {
			readonly state: 'downloading';
			/** Bytes of the records so far, decompressed. */
			readonly bytes: number;
			/** From Content-Length, when the body is not compressed. */
			readonly totalBytes: number | undefined;
			readonly rows: number;
			/** Over the last second or so. */
			readonly bytesPerSecond: number;
	  }
	/** What is on the disk is read again: to see that it is as it was left, or to join or compare it. */
	| {
			readonly state: 'checking' | 'joining' | 'comparing';
			readonly bytes: number;
			readonly totalBytes: number;
	  };
