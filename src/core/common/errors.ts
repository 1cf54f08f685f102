import type { Timeouts } from './timeouts';

/** What the service said in a refusal, cut to a few hundred characters and with the token removed. */
type Words = string;

/**
 * Everything that can go wrong and is shown to a person, as values.
 * The sentences live in `wording/problemMessages.ts`; nothing here is shown as it is.
 */
export type Problem =
	/** HTTP 401: the token is dead, wrong or missing (service document, section 7). */
	| { readonly kind: 'unauthorized' }
	/** There is no account, or its secret has vanished. */
	| { readonly kind: 'signedOut' }
	/** Devices were hashed with a key that is not here any more: others' hashes would be other devices. */
	| { readonly kind: 'otherDeviceKey' }
	| { readonly kind: 'forbidden'; readonly words: Words }
	| { readonly kind: 'badRequest'; readonly words: Words }
	| { readonly kind: 'notFound'; readonly words: Words }
	/** The service says the range holds too much for one file (400 that speaks of size or parts, 413). */
	| { readonly kind: 'tooLarge'; readonly status: number; readonly words: Words }
	/** 420, 429 or 503 for longer than the wait limit; `retryAfterMs`: the pause that the service asked for, if it did. */
	| { readonly kind: 'throttled'; readonly status: number; readonly words: Words; readonly retryAfterMs?: number }
	/** 5xx after the retries. */
	| { readonly kind: 'serviceFailure'; readonly status: number; readonly words: Words }
	| { readonly kind: 'unexpectedStatus'; readonly status: number; readonly words: Words }
	/** A 200 whose body is not what was asked for. */
	| {
			readonly kind: 'unexpectedBody';
			readonly found:
				| 'html'
				| 'empty'
				| 'text'
				| 'json'
				| 'csv'
				/** Something in the list of records is no object. */
				| 'values'
				/** Records, and an error told beside them. */
				| 'error';
			readonly words: Words;
	  }
	/** A CSV whose header is not the requested set of names, or JSON none of whose records has any of them. */
	| { readonly kind: 'wrongHeader'; readonly missing: readonly string[]; readonly unexpected: readonly string[] }
	/** A body that ended before it was whole, after the retries. */
	| {
			readonly kind: 'brokenBody';
			readonly fault:
				| 'shorterThanAnnounced'
				| 'longerThanAnnounced'
				| 'quoteNotClosed'
				/** The last CSV record has neither a line end nor all its cells. */
				| 'recordNotFinished'
				| 'jsonNotClosed'
				| 'jsonMalformed'
				| 'gzip'
				| 'connectionLost';
	  }
	| ({ readonly kind: 'network' } & NetworkFailure)
	| { readonly kind: 'certificate'; readonly host: string; readonly code: string }
	| {
			readonly kind: 'proxy';
			readonly status: number | undefined;
			readonly code: string;
			/** Our own limit that was reached. */
			readonly limit?: 'connect';
	  }
	/** 202 for longer than the wait limit; the service may still be working. */
	| { readonly kind: 'waitLimit'; readonly minutes: number; readonly percent: number | undefined }
	/** A redirect to another origin, which never gets the token. */
	| { readonly kind: 'redirectRefused'; readonly location: string }
	/** `http:` to something other than this machine, without consent. */
	| { readonly kind: 'insecureAddress'; readonly address: string }
	| { readonly kind: 'invalidAddress'; readonly address: string }
	/** The listing of applications has a shape nobody foresaw; `shape` names its members, never their values. */
	| { readonly kind: 'unknownShape'; readonly shape: string }
	| {
			readonly kind: 'disk';
			/** `almostFull`: what is left of the disk is not for exports (see `diskSpace.ts`). */
			readonly fault: 'full' | 'almostFull' | 'denied' | 'missing' | 'exists' | 'other';
			readonly path: string;
			readonly code: string;
			/** Records that are safe on the disk, from which the export goes on; absent where nothing was kept. */
			readonly savedRows?: number;
	  }
	/**
	 * `elsewhere`: another window carries the export out, or another machine that shares its folder. `takenOver`: so it does
	 * since this one stood still for long.
	 */
	| { readonly kind: 'exportRunning'; readonly where: 'here' | 'elsewhere' | 'takenOver' }
	/** A file of records that cannot be read. */
	| {
			readonly kind: 'unreadable';
			/** `tooManyColumns`: for so many records; see `records/table/tableIndex.ts`. `workbook`, `binary`: what it is instead of a text.
			 * `newerVersion`: written by a newer version of this extension. `notDataset`: a document of a dataset that names none. */
			readonly fault:
				| 'missing'
				| 'denied'
				| 'tooManyColumns'
				| 'workbook'
				| 'binary'
				| 'newerVersion'
				| 'notDataset'
				| 'other';
			readonly path: string;
			readonly code: string;
	  }
	/** A file that is not on a disk this machine reads, such as one of a virtual workspace. */
	| { readonly kind: 'notOnDisk'; readonly scheme: string }
	/** A regular expression that is none; `reason` is the runtime's. */
	| { readonly kind: 'invalidPattern'; readonly reason: string }
	/** A regular expression that takes too long. */
	| { readonly kind: 'slowPattern' }
	| { readonly kind: 'invalidPlan'; readonly problem: PlanProblem }
	/** `http:` to a database on another machine, without consent. */
	| { readonly kind: 'insecureDatabase'; readonly address: string }
	/** A database that could not be spoken to; as `network` of the service. */
	| ({ readonly kind: 'databaseNetwork' } & NetworkFailure)
	/** Nobody has connected the database here as this user; '' for the one that it calls `default`. */
	| { readonly kind: 'databaseNotConnected'; readonly address: string; readonly user: string }
	/** The user or the password is not the database's. */
	| { readonly kind: 'databaseSignIn'; readonly words: Words }
	/** There is no such database, table or column. */
	| { readonly kind: 'databaseMissing'; readonly words: Words }
	| { readonly kind: 'databaseForbidden'; readonly words: Words }
	/** A question was ended at a limit, the database's or ours. */
	| { readonly kind: 'databaseTooMuch'; readonly limit: 'time' | 'memory' | 'rows' | 'disk'; readonly words: Words }
	/** It takes no more questions, also when asked again. */
	| { readonly kind: 'databaseBusy'; readonly words: Words }
	/** A part of a cluster is away, so an answer would lack its records. */
	| { readonly kind: 'databaseIncomplete'; readonly words: Words }
	/** A setting that the user cannot change would leave something out of answers without saying so. */
	| { readonly kind: 'databaseCutsAnswers'; readonly setting: string }
	/**
	 * An answer that cannot be believed: `cut` has no end, `changed` lacks records that were counted before, and
	 * `notDatabase` is of something else.
	 */
	| { readonly kind: 'databaseAnswer'; readonly fault: 'cut' | 'changed' | 'alike' | 'malformed' | 'notDatabase' }
	/** A dataset whose records have other fields than those that are to be loaded. */
	| {
			readonly kind: 'datasetFields';
			readonly dataset: string;
			/** What the dataset has, and the load has not. */
			readonly missing: readonly string[];
			readonly unexpected: readonly string[];
	  }
	/**
	 * Records that were not loaded: another load has begun since this one stood still for long (`takenOver`), or the
	 * database does not have what it took (`incomplete`).
	 */
	| { readonly kind: 'datasetLoad'; readonly fault: 'takenOver' | 'incomplete' }
	/** All else that a database refuses, with its code. */
	| {
			readonly kind: 'databaseFailure';
			readonly status: number;
			readonly code: number | undefined;
			readonly words: Words;
	  }
	/** Asked of records on a server, which cannot answer it as a file does. */
	| { readonly kind: 'onlyInFiles'; readonly what: OnlyInFiles }
	| { readonly kind: 'engineStopped' }
	| { readonly kind: 'cancelled' };

interface NetworkFailure {
	readonly fault: 'refused' | 'unknownHost' | 'reset' | 'timeout' | 'unreachable' | 'other';
	readonly host: string;
	readonly code: string;
	/** Our own limit that a `timeout` reached; absent where the system gave up first. */
	readonly limit?: keyof Timeouts;
}

/** `groups`: by what was not stored with the records. */
export type OnlyInFiles = 'pattern' | 'comparison' | 'sites' | 'groups' | 'load';

/** What makes a plan one that the service would refuse or misread. */
export type PlanProblem =
	| { readonly kind: 'applicationId'; readonly text: string }
	| { readonly kind: 'noFields' }
	| { readonly kind: 'unknownField'; readonly field: string }
	| { readonly kind: 'duplicateFilter'; readonly field: string }
	/** A field, and the one that its values are hashed for. */
	| { readonly kind: 'deviceTwice'; readonly field: string; readonly hashed: string }
	| { readonly kind: 'filterValue'; readonly field: string; readonly expected: 'integer' | 'oneOf' | 'someText' }
	| { readonly kind: 'limit' }
	| { readonly kind: 'rangeOrder'; readonly since: string; readonly until: string }
	/** No application that reports errors is older; a year such as 0226 was meant to be another one. */
	| { readonly kind: 'rangeYear'; readonly year: number; readonly earliest: number };

export type ProblemKind = Problem['kind'];

/** An error fit to be explained to a person. Branch on `problem.kind`, never on `message`. */
export class AppError extends Error {
	override readonly name = 'AppError';

	constructor(
		readonly problem: Problem,
		options?: ErrorOptions,
	) {
		super(problem.kind, options);
	}
}

export function isProblem<K extends ProblemKind>(
	error: unknown,
	kind: K,
): error is AppError & { readonly problem: Extract<Problem, { kind: K }> } {
	return error instanceof AppError && error.problem.kind === kind;
}

/** True for our own `cancelled`, for an aborted signal's reason and for what Node throws on abort. */
export function isCancellation(error: unknown): boolean {
	return isProblem(error, 'cancelled') || (error instanceof Error && error.name === 'AbortError');
}
