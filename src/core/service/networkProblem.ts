import { AppError, type Problem } from '../common/errors';
import type { Timeouts } from '../common/timeouts';

type NetworkFault = Extract<Problem, { kind: 'network' }>['fault'];

const faults: Readonly<Record<string, NetworkFault>> = {
	ECONNREFUSED: 'refused',
	ENOTFOUND: 'unknownHost',
	EAI_AGAIN: 'unknownHost',
	EAI_FAIL: 'unknownHost',
	EAI_NODATA: 'unknownHost',
	EAI_NONAME: 'unknownHost',
	ECONNRESET: 'reset',
	ECONNABORTED: 'reset',
	EPIPE: 'reset',
	UND_ERR_SOCKET: 'reset',
	ETIMEDOUT: 'timeout',
	UND_ERR_CONNECT_TIMEOUT: 'timeout',
	UND_ERR_HEADERS_TIMEOUT: 'timeout',
	UND_ERR_BODY_TIMEOUT: 'timeout',
	ENETUNREACH: 'unreachable',
	ENETDOWN: 'unreachable',
	EHOSTUNREACH: 'unreachable',
	EHOSTDOWN: 'unreachable',
	EADDRNOTAVAIL: 'unreachable',
};

const limits: Readonly<Record<string, keyof Timeouts>> = {
	UND_ERR_CONNECT_TIMEOUT: 'connect',
	UND_ERR_HEADERS_TIMEOUT: 'headers',
	UND_ERR_BODY_TIMEOUT: 'silentBody',
};

/** Codes of Node's certificate checks (Node's documentation of `tls`, "X509 certificate error codes"). */
const certificateCode =
	/^(?:CERT_|CRL_|UNABLE_TO_|DEPTH_ZERO_|SELF_SIGNED_|INVALID_(?:CA|PURPOSE)$|HOSTNAME_MISMATCH$|PATH_LENGTH_EXCEEDED$|ERR_TLS_CERT_)/;

/** What an error from before the answer's body means. The error itself is dropped: it may quote what was received. */
export function networkProblem(error: unknown, host: string): AppError {
	if (error instanceof AppError) {
		return error;
	}
	const code = codeOf(error);
	if (certificateCode.test(code)) {
		return new AppError({ kind: 'certificate', host, code });
	}
	if (code === 'UND_ERR_INVALID_ARG' || code.startsWith('UND_ERR_SOCKS5_AUTH')) {
		// undici's ways to say that a proxy without a tunnel, or one of SOCKS, wants a password; our own arguments are
		// checked before.
		return new AppError({ kind: 'proxy', status: 407, code });
	}
	if (code.startsWith('UND_ERR_PRX') || code.startsWith('UND_ERR_SOCKS5')) {
		return new AppError({ kind: 'proxy', status: undefined, code });
	}
	const limit = limits[code];
	return new AppError({ kind: 'network', fault: faults[code] ?? 'other', host, code, ...(limit && { limit }) });
}

/**
 * What an error from within the answer's body means.
 * @param announced Whether the length of the body was.
 */
export function bodyProblem(error: unknown, host: string, announced: boolean): AppError {
	if (error instanceof AppError) {
		return error;
	}
	const code = codeOf(error);
	if (code.startsWith('Z_')) {
		return new AppError({ kind: 'brokenBody', fault: 'gzip' });
	}
	// The second is an orderly end of the connection, seen by undici before it counts.
	if (code === 'UND_ERR_RES_CONTENT_LENGTH_MISMATCH' || (code === 'UND_ERR_SOCKET' && announced)) {
		return new AppError({ kind: 'brokenBody', fault: 'shorterThanAnnounced' });
	}
	// Silence is the network's trouble; any other end, a chunk that is not one included, loses the connection.
	return faults[code] === 'timeout'
		? networkProblem(error, host)
		: new AppError({ kind: 'brokenBody', fault: 'connectionLost' });
}

/** What an error from between us and a proxy means: a proxy is connected to, and asked for a tunnel, within one limit. */
export function proxyProblem(error: unknown): AppError {
	if (error instanceof AppError) {
		return error;
	}
	const code = codeOf(error);
	return new AppError({ kind: 'proxy', status: undefined, code, ...(limits[code] && { limit: 'connect' as const }) });
}

/** The code of an error or of its cause; `unknown` if neither says. */
function codeOf(error: unknown): string {
	if (error instanceof AggregateError) {
		// One per address of the host. A machine without IPv6 finds half of them unreachable, which is not the reason.
		const codes = error.errors.map(codeOf);
		return codes.find((code) => faults[code] !== 'unreachable') ?? codes[0] ?? 'unknown';
	}
	if (!(error instanceof Error)) {
		return 'unknown';
	}
	if ('code' in error && typeof error.code === 'string') {
		return error.code;
	}
	return codeOf(error.cause);
}
