import assert from 'node:assert/strict';
import { AppError } from '../../../../src/core/common/errors';
import { bodyProblem, networkProblem } from '../../../../src/core/service/networkProblem';

function failure(code: string, cause?: unknown): Error {
	return Object.assign(new Error('says the-token', { cause }), code === '' ? {} : { code });
}

describe('networkProblem()', () => {
	for (const [code, fault] of [
		['ECONNREFUSED', 'refused'],
		['ENOTFOUND', 'unknownHost'],
		['EAI_AGAIN', 'unknownHost'],
		['ECONNRESET', 'reset'],
		['UND_ERR_SOCKET', 'reset'],
		['ETIMEDOUT', 'timeout'],
		['ENETUNREACH', 'unreachable'],
		['EHOSTUNREACH', 'unreachable'],
		['UND_ERR_HEADERS_OVERFLOW', 'other'],
		['HPE_INVALID_CONSTANT', 'other'],
		['EPROTO', 'other'],
	] as const) {
		it(`maps network error ${code} to fault ${fault}`, () => {
			const error = networkProblem(failure(code), 'api.example');
			assert.deepEqual(error.problem, { kind: 'network', fault, host: 'api.example', code });
			assert.equal(error.cause, undefined, 'what the error quotes goes no further');
			assert.doesNotMatch(error.stack ?? '', /the-token/);
		});
	}

	for (const [code, limit] of [
		['UND_ERR_CONNECT_TIMEOUT', 'connect'],
		['UND_ERR_HEADERS_TIMEOUT', 'headers'],
		['UND_ERR_BODY_TIMEOUT', 'silentBody'],
	] as const) {
		it(`maps network error ${code} to the ${limit} time limit`, () => {
			const { problem } = networkProblem(failure(code), 'api.example');
			assert.deepEqual(problem, { kind: 'network', fault: 'timeout', host: 'api.example', code, limit });
		});
	}

	for (const code of [
		'SELF_SIGNED_CERT_IN_CHAIN',
		'DEPTH_ZERO_SELF_SIGNED_CERT',
		'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
		'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
		'CERT_HAS_EXPIRED',
		'CERT_NOT_YET_VALID',
		'CERT_REVOKED',
		'CRL_HAS_EXPIRED',
		'INVALID_CA',
		'HOSTNAME_MISMATCH',
		'ERR_TLS_CERT_ALTNAME_INVALID',
	]) {
		it(`maps network error ${code} to a certificate problem`, () => {
			const { problem } = networkProblem(failure(code), 'api.example');
			assert.deepEqual(problem, { kind: 'certificate', host: 'api.example', code });
		});
	}

	for (const [code, status] of [
		['UND_ERR_PRX_CONN', undefined],
		['UND_ERR_PRX_TLS', undefined],
		['UND_ERR_SOCKS5_REPLY_5', undefined],
		['UND_ERR_SOCKS5_AUTH_FAILED', 407],
		['UND_ERR_SOCKS5_AUTH_REJECTED', 407],
	] as const) {
		it(`maps network error ${code} to a proxy problem`, () => {
			assert.deepEqual(networkProblem(failure(code), 'x').problem, { kind: 'proxy', status, code });
		});
	}

	it("uses the error code of a network error's cause", () => {
		const { problem } = networkProblem(failure('', failure('ENOTFOUND')), 'x');
		assert.equal(problem.kind === 'network' && problem.code, 'ENOTFOUND');
	});

	it('reports the most informative error if connections to several addresses fail', () => {
		const several = new AggregateError([failure('ENETUNREACH'), failure('ECONNREFUSED')]);
		const { problem } = networkProblem(several, 'x');
		assert.equal(problem.kind === 'network' && problem.fault, 'refused');
		const none = networkProblem(new AggregateError([failure('ENETUNREACH')]), 'x').problem;
		assert.equal(none.kind === 'network' && none.fault, 'unreachable');
	});

	it('reports an unknown fault for a thrown value that is not an error', () => {
		const problem = { kind: 'network', fault: 'other', host: 'x', code: 'unknown' };
		assert.deepEqual(networkProblem('the-token', 'x').problem, problem);
		assert.deepEqual(networkProblem(failure(''), 'x').problem, problem);
	});

	it('returns an AppError unchanged instead of mapping it to a network problem', () => {
		const error = new AppError({ kind: 'cancelled' });
		assert.equal(networkProblem(error, 'x'), error);
		assert.equal(bodyProblem(error, 'x', true), error);
	});
});

describe('bodyProblem()', () => {
	for (const [code, announced, fault] of [
		['Z_DATA_ERROR', false, 'gzip'],
		['Z_BUF_ERROR', true, 'gzip'],
		['UND_ERR_RES_CONTENT_LENGTH_MISMATCH', true, 'shorterThanAnnounced'],
		['UND_ERR_SOCKET', true, 'shorterThanAnnounced'],
		['UND_ERR_SOCKET', false, 'connectionLost'],
		['ECONNRESET', true, 'connectionLost'],
		['HPE_INVALID_CHUNK_SIZE', false, 'connectionLost'],
	] as const) {
		it(`maps body error ${code} ${announced ? 'before the announced length ' : ''}to fault ${fault}`, () => {
			assert.deepEqual(bodyProblem(failure(code), 'x', announced).problem, { kind: 'brokenBody', fault });
		});
	}

	it('distinguishes a stalled connection from a lost connection', () => {
		const { problem } = bodyProblem(failure('UND_ERR_BODY_TIMEOUT'), 'x', true);
		assert.equal(problem.kind === 'network' && problem.fault, 'timeout');
	});
});
