import type { Timeouts } from './timeouts';

/** Error message from the server, with at most a few hundred characters and without the access token. */
type Words = string;

/** Data of every failure that can be reported to the user. `wording/problemMessages.ts` contains the messages. */
export type Problem =
	/** HTTP 401: the access token is expired, incorrect, or missing (service document, section 7). */
	| { readonly kind: 'unauthorized' }
	/** No account exists, or its token is missing from the secret storage. */
	| { readonly kind: 'signedOut' }
	/** The key that hashed the device IDs is no longer available, and another key would produce different hashes. */
	| { readonly kind: 'otherDeviceKey' }
	| { readonly kind: 'forbidden'; readonly words: Words }
	| { readonly kind: 'badRequest'; readonly words: Words }
	| { readonly kind: 'notFound'; readonly words: Words }
	/** The time range has too many records for one file: HTTP 413, or HTTP 400 with a message about the size. */
	| { readonly kind: 'tooLarge'; readonly status: number; readonly words: Words }
	/**
	 * The service still returned HTTP 420, 429, or 503 after the maximum waiting time. `retryAfterMs` is the delay that
	 * it requested.
	 */
	| { readonly kind: 'throttled'; readonly status: number; readonly words: Words; readonly retryAfterMs?: number }
	| { readonly kind: 'serviceFailure'; readonly status: number; readonly words: Words }
	| { readonly kind: 'unexpectedStatus'; readonly status: number; readonly words: Words }
	/** HTTP 200 with a body that isn't a list of records. */
	| {
			readonly kind: 'unexpectedBody';
			readonly found:
				| 'html'
				| 'empty'
				| 'text'
				| 'json'
				| 'csv'
				| 'values'
				/** The body contains both records and an error message. */
				| 'error';
			readonly words: Words;
	  }
	/** The CSV header differs from the requested fields, or no JSON record has any of the requested fields. */
	| { readonly kind: 'wrongHeader'; readonly missing: readonly string[]; readonly unexpected: readonly string[] }
	| {
			readonly kind: 'brokenBody';
			readonly fault:
				| 'shorterThanAnnounced'
				| 'longerThanAnnounced'
				| 'quoteNotClosed'
				/** The last CSV record is incomplete: it has no line ending and too few cells. */
				| 'recordNotFinished'
				| 'jsonNotClosed'
				| 'jsonMalformed'
				| 'gzip'
				/** A cache returned a response that the service had sent before the request. */
				| 'earlierResponse'
				| 'connectionLost';
	  }
	| ({ readonly kind: 'network' } & NetworkFailure)
	| { readonly kind: 'certificate'; readonly host: string; readonly code: string }
	| {
			readonly kind: 'proxy';
			readonly status: number | undefined;
			readonly code: string;
			readonly limit?: 'connect';
	  }
	/** The service still returned HTTP 202 after the maximum waiting time, so it may still be preparing the export. */
	| { readonly kind: 'waitLimit'; readonly minutes: number; readonly percent: number | undefined }
	/** The service redirected to another origin. The request wasn't repeated there, because it contains the token. */
	| { readonly kind: 'redirectRefused'; readonly location: string }
	/** The user has not agreed to send data over an unencrypted `http:` connection to another computer. */
	| { readonly kind: 'insecureAddress'; readonly address: string }
	| { readonly kind: 'invalidAddress'; readonly address: string }
	/** The list of applications has an unknown structure. `shape` contains its member names without their values. */
	| { readonly kind: 'unknownShape'; readonly shape: string }
	| {
			readonly kind: 'disk';
			/** `almostFull` means that only the disk space that must stay free is left (see `diskSpace.ts`). */
			readonly fault: 'full' | 'almostFull' | 'denied' | 'busy' | 'missing' | 'exists' | 'other';
			readonly path: string;
			readonly code: string;
			readonly savedRows?: number;
	  }
	/**
	 * The export is already running. `elsewhere` means in another window or on another computer. `takenOver` means that
	 * another process acquired the lock while this process was suspended.
	 */
	| { readonly kind: 'exportRunning'; readonly where: 'here' | 'elsewhere' | 'takenOver' }
	/** The file isn't a table of active devices. `record` is the number of the invalid record, starting at 1. */
	| {
			readonly kind: 'activeDevices';
			readonly path: string;
			readonly fault: 'columns' | 'rows' | { readonly record: number };
	  }
	| {
			readonly kind: 'unreadable';
			/**
			 * The limit for `tooManyColumns` depends on the number of records (see `tableIndex.ts`). `archive` means that the
			 * archive doesn't contain exactly one file.
			 */
			readonly fault:
				| 'missing'
				| 'denied'
				| 'tooManyColumns'
				| 'workbook'
				| 'binary'
				| 'html'
				| 'xml'
				| 'archive'
				| 'compressed'
				| 'damagedArchive'
				| 'unpackedTooLarge'
				| 'damagedParquet'
				| 'unsupportedParquet'
				| 'newerVersion'
				| 'notDataset'
				| 'other';
			readonly path: string;
			readonly code: string;
	  }
	/** The file is not on a local disk, for example because it is in a virtual workspace. */
	| { readonly kind: 'notOnDisk'; readonly scheme: string }
	| { readonly kind: 'invalidPattern'; readonly reason: string }
	| { readonly kind: 'slowPattern' }
	| { readonly kind: 'invalidPlan'; readonly problem: PlanProblem }
	| { readonly kind: 'insecureDatabase'; readonly address: string }
	| ({ readonly kind: 'databaseNetwork' } & NetworkFailure)
	/** The user has never connected to this database with this user name. An empty user name means the user `default`. */
	| { readonly kind: 'databaseNotConnected'; readonly address: string; readonly user: string }
	| { readonly kind: 'databaseSignIn'; readonly words: Words }
	| { readonly kind: 'databaseMissing'; readonly words: Words }
	| { readonly kind: 'databaseForbidden'; readonly words: Words }
	/**
	 * A query was stopped because it exceeded a limit of the database. For `bytes`, it exceeded a limit of the extension.
	 */
	| {
			readonly kind: 'databaseTooMuch';
			readonly limit: 'time' | 'memory' | 'rows' | 'bytes' | 'disk';
			readonly words: Words;
	  }
	| { readonly kind: 'databaseBusy'; readonly words: Words }
	/** A part of the database cluster is unavailable, so the result would be incomplete. */
	| { readonly kind: 'databaseIncomplete'; readonly words: Words }
	| { readonly kind: 'databaseTooOld'; readonly version: string; readonly oldest: string }
	/** A server setting silently truncates results, and the user isn't allowed to change this setting. */
	| { readonly kind: 'databaseCutsAnswers'; readonly setting: string }
	/**
	 * `changed` means that the result has fewer records than were counted before. `notDatabase` means that another kind
	 * of server replied.
	 */
	| { readonly kind: 'databaseAnswer'; readonly fault: 'cut' | 'changed' | 'alike' | 'malformed' | 'notDatabase' }
	| {
			readonly kind: 'datasetFields';
			readonly dataset: string;
			readonly missing: readonly string[];
			readonly unexpected: readonly string[];
	  }
	/**
	 * `incomplete` means that the database doesn't contain all inserted records. `noTimes` means that the selected column
	 * contains no times.
	 */
	| { readonly kind: 'datasetLoad'; readonly fault: 'takenOver' | 'incomplete' | 'noTimes' | 'unknownLoad' }
	/** The loaded records can't be removed, because later loads contain some of them. `by` lists these loads. */
	| { readonly kind: 'loadShared'; readonly load: number; readonly by: readonly number[] }
	| {
			readonly kind: 'databaseFailure';
			readonly status: number;
			readonly code: number | undefined;
			readonly words: Words;
	  }
	| { readonly kind: 'onlyInFiles'; readonly what: OnlyInFiles }
	| { readonly kind: 'engineStopped' }
	| { readonly kind: 'cancelled' };

interface NetworkFailure {
	readonly fault: 'refused' | 'unknownHost' | 'reset' | 'timeout' | 'unreachable' | 'other';
	readonly host: string;
	readonly code: string;
	/** The extension's time limit that was exceeded. Undefined if the operating system gave up earlier. */
	readonly limit?: keyof Timeouts;
}

/**
 * A feature that requires a file and isn't available for records in a database. `groups` means grouping by a property
 * that was not stored with the loaded records.
 */
export type OnlyInFiles = 'pattern' | 'comparison' | 'sites' | 'groups' | 'load';

export type PlanProblem =
	| { readonly kind: 'applicationId'; readonly text: string }
	| { readonly kind: 'noFields' }
	| { readonly kind: 'unknownField'; readonly field: string }
	| { readonly kind: 'duplicateFilter'; readonly field: string }
	/** A device field was selected together with the field that contains its hashed values. */
	| { readonly kind: 'deviceTwice'; readonly field: string; readonly hashed: string }
	| { readonly kind: 'filterValue'; readonly field: string; readonly expected: 'integer' | 'oneOf' | 'someText' }
	| { readonly kind: 'limit' }
	| { readonly kind: 'rangeOrder'; readonly since: string; readonly until: string }
	/** The year is too early for any application to have reported errors. It is probably a typo, such as 0226. */
	| { readonly kind: 'rangeYear'; readonly year: number; readonly earliest: number };

export type ProblemKind = Problem['kind'];

/** Error that can be explained to the user. To distinguish errors, check `problem.kind` and never `message`. */
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

/** Returns true for a `cancelled` problem, the reason of an aborted signal, or an abort error from Node.js. */
export function isCancellation(error: unknown): boolean {
	return isProblem(error, 'cancelled') || (error instanceof Error && error.name === 'AbortError');
}
