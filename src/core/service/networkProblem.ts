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

/** Matches Node.js error codes for invalid certificates (documentation of `tls`, "X509 certificate error codes"). */
const certificateCode =
	/^(?:CERT_|CRL_|UNABLE_TO_|DEPTH_ZERO_|SELF_SIGNED_|INVALID_(?:CA|PURPOSE)$|HOSTNAME_MISMATCH$|PATH_LENGTH_EXCEEDED$|ERR_TLS_CERT_)/;

/**
 * Converts an error that occurred before the response body. The original error is dropped, because it may contain
 * received data.
 */
export function networkProblem(error: unknown, host: string): AppError {
	if (error instanceof AppError) {
		return error;
	}
	const code = getCode(error);
	if (certificateCode.test(code)) {
		return new AppError({ kind: 'certificate', host, code });
	}
	if (code === 'UND_ERR_INVALID_ARG' || code.startsWith('UND_ERR_SOCKS5_AUTH')) {
		// The arguments have been validated, so undici reports this code only if the proxy requires a password.
		return new AppError({ kind: 'proxy', status: 407, code });
	}
	if (code.startsWith('UND_ERR_PRX') || code.startsWith('UND_ERR_SOCKS5')) {
		return new AppError({ kind: 'proxy', status: undefined, code });
	}
	const limit = limits[code];
	return new AppError({ kind: 'network', fault: faults[code] ?? 'other', host, code, ...(limit && { limit }) });
}

export function bodyProblem(error: unknown, host: string, announced: boolean): AppError {
	if (error instanceof AppError) {
		return error;
	}
	const code = getCode(error);
	if (code.startsWith('Z_')) {
		return new AppError({ kind: 'brokenBody', fault: 'gzip' });
	}
	// If the server closes the connection normally but too early, undici reports a socket error instead of a length
	// mismatch.
	if (code === 'UND_ERR_RES_CONTENT_LENGTH_MISMATCH' || (code === 'UND_ERR_SOCKET' && announced)) {
		return new AppError({ kind: 'brokenBody', fault: 'shorterThanAnnounced' });
	}
	// A timeout is a network problem. Any other error, such as an invalid chunk, means that the connection was lost.
	return faults[code] === 'timeout'
		? networkProblem(error, host)
		: new AppError({ kind: 'brokenBody', fault: 'connectionLost' });
}

/**
 * Converts an error on the connection to a proxy. A timeout is reported as the limit `connect`, which covers connecting
 * and opening the tunnel.
 */
export function proxyProblem(error: unknown): AppError {
	if (error instanceof AppError) {
		return error;
	}
	const code = getCode(error);
	return new AppError({ kind: 'proxy', status: undefined, code, ...(limits[code] && { limit: 'connect' as const }) });
}

function getCode(error: unknown): string {
	if (error instanceof AggregateError) {
		// If the computer has no IPv6, some addresses of a host are always unreachable, so the errors of other addresses
		// are preferred.
		const codes = error.errors.map(getCode);
		return codes.find((code) => faults[code] !== 'unreachable') ?? codes[0] ?? 'unknown';
	}
	if (!(error instanceof Error)) {
		return 'unknown';
	}
	if ('code' in error && typeof error.code === 'string') {
		return error.code;
	}
	return getCode(error.cause);
}
