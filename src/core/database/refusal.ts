import { AppError, type Problem } from '../common/errors';
import { cut, plainText } from '../common/plainText';
import { collectWithin } from '../service/collect';
import { createRedactor } from '../service/redaction';
import type { DatabaseAnswer } from './databaseRequest';

const maxRefusalBytes = 64 * 1024;
const refusalPatience = 10_000;
const maxWords = 300;

/** Start of a server error, such as `Code: 60, e.displayText() = DB::…` or, in new versions, `Code: 60. DB::…`. */
const exception = /\bCode: (\d{1,5})[.,] (?:e\.displayText\(\) = )?DB::/g;

type Kind = 'databaseSignIn' | 'databaseMissing' | 'databaseForbidden' | 'databaseBusy' | 'databaseIncomplete';

const kinds: Readonly<Record<number, Kind>> = {
	10: 'databaseMissing', // NOT_FOUND_COLUMN_IN_BLOCK
	16: 'databaseMissing', // NO_SUCH_COLUMN_IN_TABLE
	47: 'databaseMissing', // UNKNOWN_IDENTIFIER
	60: 'databaseMissing', // UNKNOWN_TABLE
	81: 'databaseMissing', // UNKNOWN_DATABASE
	32: 'databaseIncomplete', // ATTEMPT_TO_READ_AFTER_EOF
	210: 'databaseIncomplete', // NETWORK_ERROR
	279: 'databaseIncomplete', // ALL_CONNECTION_TRIES_FAILED
	164: 'databaseForbidden', // READONLY
	452: 'databaseForbidden', // SETTING_CONSTRAINT_VIOLATION
	497: 'databaseForbidden', // ACCESS_DENIED
	192: 'databaseSignIn', // UNKNOWN_USER
	193: 'databaseSignIn', // WRONG_PASSWORD
	194: 'databaseSignIn', // REQUIRED_PASSWORD
	516: 'databaseSignIn', // AUTHENTICATION_FAILED
	202: 'databaseBusy', // TOO_MANY_SIMULTANEOUS_QUERIES
};

const limits: Readonly<Record<number, Extract<Problem, { kind: 'databaseTooMuch' }>['limit']>> = {
	158: 'rows', // TOO_MANY_ROWS
	159: 'time', // TIMEOUT_EXCEEDED
	160: 'time', // TOO_SLOW
	191: 'rows', // SET_SIZE_LIMIT_EXCEEDED
	241: 'memory', // MEMORY_LIMIT_EXCEEDED
	243: 'disk', // NOT_ENOUGH_SPACE
	307: 'rows', // TOO_MANY_BYTES
	396: 'rows', // TOO_MANY_ROWS_OR_BYTES
};

const cancelledCode = 394;

export async function readRefusal(answer: DatabaseAnswer, password: string): Promise<AppError> {
	const { bytes } = await collectWithin(answer.chunks, { maxBytes: maxRefusalBytes, maxMs: refusalPatience });
	const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8');
	const code = Number(answer.headers['x-clickhouse-exception-code'] ?? [...text.matchAll(exception)][0]?.[1]);
	return refusal(code || undefined, text, { status: answer.status, password });
}

export function refusalWithin(text: string, password: string): AppError | undefined {
	// The last match is the error. Earlier matches are text in record values.
	const last = [...text.matchAll(exception)].at(-1);
	return last && refusal(Number(last[1]), text.slice(last.index), { status: 200, password });
}

function refusal(
	code: number | undefined,
	text: string,
	{ status, password }: { readonly status: number; readonly password: string },
): AppError {
	const words = cut(createRedactor(password)(plainText(withoutMarks(text))), maxWords);
	const kind = (code !== undefined && kinds[code]) || byStatus(status, code);
	if (kind) {
		return new AppError({ kind, words });
	}
	if (code === cancelledCode) {
		return new AppError({ kind: 'cancelled' });
	}
	const limit = code === undefined ? undefined : limits[code];
	if (limit) {
		return new AppError({ kind: 'databaseTooMuch', limit, words });
	}
	if (code === undefined && status < 500) {
		return new AppError({ kind: 'databaseAnswer', fault: 'notDatabase' });
	}
	return new AppError({ kind: 'databaseFailure', status, code, words });
}

/** Classifies an error from a gateway, which has an HTTP status but no server error code. */
function byStatus(status: number, code: number | undefined): Kind | undefined {
	if (status === 401) {
		return 'databaseSignIn';
	}
	return code === undefined && (status === 429 || status === 503) ? 'databaseBusy' : undefined;
}

function withoutMarks(text: string): string {
	return text
		.replace(/^\s*Code: \d{1,5}[.,] (?:e\.displayText\(\) = )?DB::\w+: /, '')
		.replace(/, e\.what\(\) = DB::[\s\S]*$/, '')
		.replace(/\n\d+ \w+\r?\n__exception__\s*$/, '');
}
