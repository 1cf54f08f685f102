import { AppError, type Problem } from '../common/errors';
import { cut, plainText } from '../common/plainText';
import { createRedactor } from '../service/redaction';
import type { DatabaseAnswer } from './databaseRequest';

/** Bytes of a refusal that are read. */
const maxRefusalBytes = 64 * 1024;
const maxWords = 300;

/** How the server says what went wrong: `Code: 60, e.displayText() = DB::…` once, `Code: 60. DB::…` today. */
const exception = /\bCode: (\d{1,5})[.,] (?:e\.displayText\(\) = )?DB::/g;

type Kind = 'databaseSignIn' | 'databaseMissing' | 'databaseForbidden' | 'databaseBusy' | 'databaseIncomplete';

/** By the server's codes (its `ErrorCodes.cpp`). */
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

/** QUERY_WAS_CANCELLED */
const cancelledCode = 394;

/** What an answer that is no success means. */
export async function readRefusal(answer: DatabaseAnswer, password: string): Promise<AppError> {
	const pieces: Uint8Array[] = [];
	let length = 0;
	for await (const chunk of answer.chunks) {
		pieces.push(chunk);
		length += chunk.length;
		if (length > maxRefusalBytes) {
			break;
		}
	}
	const text = Buffer.concat(pieces).toString('utf8', 0, maxRefusalBytes);
	const told = Number(answer.headers['x-clickhouse-exception-code'] ?? [...text.matchAll(exception)][0]?.[1]);
	return refusal(told || undefined, text, { status: answer.status, password });
}

/** What is told at the end of an answer that began as a success, if anything is. */
export function refusalWithin(text: string, password: string): AppError | undefined {
	// What the records hold is before it.
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

/** What a gateway before the server means, which tells no code. */
function byStatus(status: number, code: number | undefined): Kind | undefined {
	if (status === 401) {
		return 'databaseSignIn';
	}
	return code === undefined && (status === 429 || status === 503) ? 'databaseBusy' : undefined;
}

/** Without what the server writes for programs: its code before the words, and what ends them. */
function withoutMarks(text: string): string {
	return text
		.replace(/^\s*Code: \d{1,5}[.,] (?:e\.displayText\(\) = )?DB::\w+: /, '')
		.replace(/, e\.what\(\) = DB::[\s\S]*$/, '')
		.replace(/\n\d+ \w+\r?\n__exception__\s*$/, '');
}
