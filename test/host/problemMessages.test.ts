import assert from 'node:assert/strict';
import type { Problem, ProblemKind } from '../../src/core/common/errors';
import { explain } from '../../src/wording/problemMessages';

const problems: { readonly [K in ProblemKind]: readonly Extract<Problem, { kind: K }>[] } = {
	unauthorized: [{ kind: 'unauthorized' }],
	signedOut: [{ kind: 'signedOut' }],
	otherDeviceKey: [{ kind: 'otherDeviceKey' }],
	forbidden: [{ kind: 'forbidden', words: 'No' }],
	badRequest: [{ kind: 'badRequest', words: 'No' }],
	notFound: [{ kind: 'notFound', words: 'No' }],
	tooLarge: [{ kind: 'tooLarge', status: 400, words: 'No' }],
	throttled: [{ kind: 'throttled', status: 429, words: '' }],
	serviceFailure: [{ kind: 'serviceFailure', status: 500, words: 'No' }],
	unexpectedStatus: [{ kind: 'unexpectedStatus', status: 418, words: '' }],
	unexpectedBody: (['html', 'empty', 'text', 'json', 'csv'] as const).map((found) => ({
		kind: 'unexpectedBody',
		found,
		words: '',
	})),
	wrongHeader: [
		{ kind: 'wrongHeader', missing: ['error'], unexpected: ['fault'] },
		{ kind: 'wrongHeader', missing: [], unexpected: ['fault'] },
	],
	brokenBody: (
		[
			'shorterThanAnnounced',
			'longerThanAnnounced',
			'quoteNotClosed',
			'recordNotFinished',
			'jsonNotClosed',
			'jsonMalformed',
			'gzip',
			'earlierResponse',
			'connectionLost',
		] as const
	).map((fault) => ({ kind: 'brokenBody', fault })),
	network: [
		...(['refused', 'unknownHost', 'reset', 'timeout', 'unreachable', 'other'] as const).map((fault) => ({
			kind: 'network' as const,
			fault,
			host: 'example.com',
			code: 'ECODE',
		})),
		...(['connect', 'headers', 'silentBody'] as const).map((limit) => ({
			kind: 'network' as const,
			fault: 'timeout' as const,
			host: 'example.com',
			code: 'ECODE',
			limit,
		})),
	],
	certificate: [{ kind: 'certificate', host: 'example.com', code: 'DEPTH_ZERO_SELF_SIGNED_CERT' }],
	proxy: [
		{ kind: 'proxy', status: 407, code: '' },
		{ kind: 'proxy', status: undefined, code: 'ECONNREFUSED' },
		{ kind: 'proxy', status: undefined, code: 'UND_ERR_CONNECT_TIMEOUT', limit: 'connect' },
	],
	waitLimit: [
		{ kind: 'waitLimit', minutes: 60, percent: 96 },
		{ kind: 'waitLimit', minutes: 60, percent: undefined },
	],
	redirectRefused: [{ kind: 'redirectRefused', location: 'https://example.org' }],
	insecureAddress: [{ kind: 'insecureAddress', address: 'http://example.com' }],
	invalidAddress: [{ kind: 'invalidAddress', address: 'ftp://x' }],
	unknownShape: [{ kind: 'unknownShape', shape: 'items, next' }],
	disk: (['full', 'almostFull', 'denied', 'busy', 'missing', 'exists', 'other'] as const).flatMap((fault) => [
		{ kind: 'disk', fault, path: '/exports', code: 'ECODE' },
		{ kind: 'disk', fault, path: '/exports', code: 'ECODE', savedRows: 1200 },
	]),
	activeDevices: (['columns', 'rows', { record: 2 }] as const).map((fault) => ({
		kind: 'activeDevices',
		path: '/active.csv',
		fault,
	})),
	unreadable: (['missing', 'denied', 'tooManyColumns', 'html', 'compressed', 'notDataset', 'other'] as const).map(
		(fault) => ({
			kind: 'unreadable',
			fault,
			path: '/records.csv',
			code: 'ECODE',
		}),
	),
	notOnDisk: [{ kind: 'notOnDisk', scheme: 'untitled' }],
	invalidPattern: [{ kind: 'invalidPattern', reason: 'Unterminated group' }],
	onlyInFiles: [
		{ kind: 'onlyInFiles', what: 'pattern' },
		{ kind: 'onlyInFiles', what: 'comparison' },
		{ kind: 'onlyInFiles', what: 'sites' },
		{ kind: 'onlyInFiles', what: 'groups' },
		{ kind: 'onlyInFiles', what: 'load' },
	],
	slowPattern: [{ kind: 'slowPattern' }],
	invalidPlan: [
		{ kind: 'invalidPlan', problem: { kind: 'noFields' } },
		{ kind: 'invalidPlan', problem: { kind: 'unknownField', field: 'x' } },
		{ kind: 'invalidPlan', problem: { kind: 'applicationId', text: 'x' } },
		{ kind: 'invalidPlan', problem: { kind: 'duplicateFilter', field: 'x' } },
		{ kind: 'invalidPlan', problem: { kind: 'limit' } },
		{ kind: 'invalidPlan', problem: { kind: 'rangeOrder', since: 'a', until: 'b' } },
		{ kind: 'invalidPlan', problem: { kind: 'filterValue', field: 'mcc', expected: 'integer' } },
	],
	exportRunning: [
		{ kind: 'exportRunning', where: 'here' },
		{ kind: 'exportRunning', where: 'elsewhere' },
	],
	insecureDatabase: [{ kind: 'insecureDatabase', address: 'http://example.com' }],
	databaseNetwork: [
		...(['refused', 'unknownHost', 'reset', 'timeout', 'unreachable', 'other'] as const).map((fault) => ({
			kind: 'databaseNetwork' as const,
			fault,
			host: 'example.com',
			code: 'X',
		})),
		{ kind: 'databaseNetwork', fault: 'timeout', host: 'example.com', code: 'X', limit: 'headers' },
	],
	databaseNotConnected: [
		{ kind: 'databaseNotConnected', address: 'https://db.example', user: '' },
		{ kind: 'databaseNotConnected', address: 'https://db.example', user: 'reader' },
	],
	databaseSignIn: [{ kind: 'databaseSignIn', words: 'No' }],
	databaseMissing: [{ kind: 'databaseMissing', words: 'No' }],
	databaseForbidden: [{ kind: 'databaseForbidden', words: 'No' }],
	databaseTooMuch: (['time', 'memory', 'rows', 'disk'] as const).map((limit) => ({
		kind: 'databaseTooMuch',
		limit,
		words: '',
	})),
	databaseBusy: [{ kind: 'databaseBusy', words: 'No' }],
	databaseIncomplete: [{ kind: 'databaseIncomplete', words: 'No' }],
	databaseTooOld: [{ kind: 'databaseTooOld', version: '1.1', oldest: '18.16' }],
	databaseCutsAnswers: [{ kind: 'databaseCutsAnswers', setting: 'limit' }],
	databaseAnswer: (['cut', 'changed', 'alike', 'malformed', 'notDatabase'] as const).map((fault) => ({
		kind: 'databaseAnswer',
		fault,
	})),
	datasetFields: [
		{ kind: 'datasetFields', dataset: 'crashes', missing: ['city', 'error'], unexpected: ['device_id'] },
		{ kind: 'datasetFields', dataset: 'crashes', missing: [], unexpected: ['device_id'] },
	],
	loadShared: [{ kind: 'loadShared', load: 1, by: [2, 3] }],
	datasetLoad: (['takenOver', 'incomplete', 'noTimes', 'unknownLoad'] as const).map((fault) => ({
		kind: 'datasetLoad',
		fault,
	})),
	databaseFailure: [
		{ kind: 'databaseFailure', status: 500, code: 999, words: 'No' },
		{ kind: 'databaseFailure', status: 502, code: undefined, words: '' },
	],
	engineStopped: [{ kind: 'engineStopped' }],
	cancelled: [{ kind: 'cancelled' }],
};

/** Problems that are shown next to their input box, that no command can fix, or that are never shown. */
const withoutButton = [
	'invalidPattern',
	'slowPattern',
	'onlyInFiles',
	'exportRunning',
	'databaseMissing',
	'databaseForbidden',
	'databaseBusy',
	'databaseIncomplete',
	'databaseTooOld',
	'databaseCutsAnswers',
	'datasetFields',
	'loadShared',
	'datasetLoad',
	'cancelled',
];

describe('problem messages', () => {
	for (const [kind, examples] of Object.entries(problems)) {
		it(`describes a problem of kind ${kind} in full sentences and suggests a fix`, () => {
			for (const problem of examples as readonly Problem[]) {
				const { message, action } = explain(problem);
				assert.match(message, /^["/\p{L}].*[."]$/u, message);
				assert.doesNotMatch(message, /\{\d\}|undefined|null/, message);
				const isBusy = problem.kind === 'disk' && problem.fault === 'busy';
				const isOther = problem.kind === 'databaseTooMuch' && problem.limit !== 'time';
				const hasButton = !withoutButton.includes(kind) && !isBusy && !isOther;
				assert.equal(action !== undefined, hasButton, `a button for ${kind}`);
			}
		});
	}

	it('suggests a longer query timeout if a database does not respond in time', () => {
		for (const problem of [
			{ kind: 'databaseNetwork', fault: 'timeout', host: 'example.com', code: '' },
			{ kind: 'databaseTooMuch', limit: 'time', words: '' },
		] as const) {
			const { message, action } = explain(problem);
			assert.match(message, /shorter range.*query timeout/);
			assert.deepEqual(action?.parameters, ['appErrors.timeouts.databaseQuerySeconds']);
		}
	});

	it('describes different causes of the same problem kind differently', () => {
		for (const examples of Object.values(problems)) {
			const messages = (examples as readonly Problem[]).map((problem) => explain(problem).message);
			assert.equal(new Set(messages).size, messages.length, messages.join('\n'));
		}
	});
});
