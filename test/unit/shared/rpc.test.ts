import assert from 'node:assert/strict';
import { Channel, type ErrorCodec, type Handlers, type Method, type Port } from '../../../src/shared/rpc';

interface LeftApi {
	greet: Method<{ name: string }, string>;
}

interface RightApi {
	add: Method<readonly number[], number, number>;
	fail: Method<undefined, void>;
	wait: Method<undefined, string>;
	callBack: Method<{ name: string }, string>;
}

const codec: ErrorCodec = {
	encode: (error) => (error instanceof Error ? error.message : 'unknown'),
	decode: (wire) => new Error(String(wire)),
};

/** Two connected ports that clone messages as real ones do. */
function portPair(): { left: Port; right: Port; sent: unknown[] } {
	const sent: unknown[] = [];
	const listeners: { left: (message: unknown) => void; right: (message: unknown) => void } = {
		left: () => undefined,
		right: () => undefined,
	};
	const port = (own: 'left' | 'right', other: 'left' | 'right'): Port => ({
		post: (message) => {
			const copy: unknown = structuredClone(message);
			sent.push(copy);
			queueMicrotask(() => listeners[other](copy));
		},
		onMessage: (listener) => {
			listeners[own] = listener;
		},
	});
	return { left: port('left', 'right'), right: port('right', 'left'), sent };
}

function channels(over: Partial<Handlers<RightApi>> = {}) {
	const ports = portPair();
	const left = new Channel<LeftApi, RightApi>(ports.left, { greet: ({ name }) => `hello ${name}` }, codec);
	const right: Channel<RightApi, LeftApi> = new Channel<RightApi, LeftApi>(
		ports.right,
		{
			add: (numbers, { report }) =>
				numbers.reduce((sum, number) => {
					report(sum + number);
					return sum + number;
				}, 0),
			fail: () => Promise.reject(new Error('no')),
			wait: (_, { signal }) =>
				new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
			callBack: (params) => right.call('greet', params),
			...over,
		},
		codec,
	);
	return { left, right, sent: ports.sent };
}

describe('Channel', () => {
	it('returns the result of a remote call and forwards its progress reports', async () => {
		const { left } = channels();
		const reports: number[] = [];
		assert.equal(await left.call('add', [1, 2, 3], { onProgress: (sum) => reports.push(sum) }), 6);
		assert.deepEqual(reports, [1, 3, 6]);
	});

	it('rejects a remote call with the error thrown by the remote side', async () => {
		await assert.rejects(channels().left.call('fail', undefined), { message: 'no' });
	});

	it('allows remote calls in both directions at the same time', async () => {
		assert.equal(await channels().left.call('callBack', { name: 'you' }), 'hello you');
	});

	it('matches each response to its call', async () => {
		const { left } = channels();
		assert.deepEqual(
			await Promise.all([left.call('add', [1]), left.call('add', [2]), left.call('add', [3])]),
			[1, 2, 3],
		);
	});

	it('ends a canceled call immediately and notifies the remote side', async () => {
		let told = false;
		const { left } = channels({
			wait: (_, { signal }) =>
				new Promise(() => {
					signal.addEventListener('abort', () => {
						told = true;
					});
				}),
		});
		const abort = new AbortController();
		const reason = new Error('enough');
		const call = left.call('wait', undefined, { signal: abort.signal });
		await new Promise(setImmediate);
		abort.abort(reason);
		await assert.rejects(call, reason);
		await new Promise(setImmediate);
		assert.ok(told);
	});

	it('waits for the remote side to finish a canceled call if requested', async () => {
		let ended = false;
		const { left } = channels({
			wait: (_, { signal }) =>
				new Promise((_resolve, reject) => {
					signal.addEventListener('abort', () =>
						setTimeout(() => {
							ended = true;
							reject(new Error('put away'));
						}, 20),
					);
				}),
		});
		const abort = new AbortController();
		const call = left.call('wait', undefined, { signal: abort.signal, untilEnded: true });
		await new Promise(setImmediate);
		abort.abort(new Error('enough'));
		await assert.rejects(call, { message: 'put away' });
		assert.ok(ended);
	});

	it('does not send a call that is already canceled', async () => {
		const { left, sent } = channels();
		const reason = new Error('before');
		await assert.rejects(left.call('wait', undefined, { signal: AbortSignal.abort(reason) }), reason);
		assert.deepEqual(sent, []);
	});

	it('ignores a response that arrives after its call was canceled', async () => {
		const { left } = channels({ wait: async () => 'late' });
		const abort = new AbortController();
		const call = left.call('wait', undefined, { signal: abort.signal });
		abort.abort(new Error('enough'));
		await assert.rejects(call, { message: 'enough' });
		assert.equal(await left.call('add', [4]), 4);
	});

	it('rejects pending and new calls when the channel is closed', async () => {
		const { left } = channels();
		const reason = new Error('gone');
		const waiting = left.call('wait', undefined);
		left.close(reason);
		await assert.rejects(waiting, reason);
		await assert.rejects(left.call('add', [1]), reason);
	});

	it('aborts the remote calls that it is handling when the channel is closed', async () => {
		let aborted: unknown;
		const { left, right } = channels({
			wait: (_, { signal }) =>
				new Promise(() => {
					signal.addEventListener('abort', () => {
						aborted = signal.reason;
					});
				}),
		});
		left.call('wait', undefined).catch(() => undefined);
		await new Promise(setImmediate);
		const reason = new Error('gone');
		right.close(reason);
		assert.equal(aborted, reason);
	});

	it('rejects calls to unknown methods, including inherited methods', async () => {
		const { left } = channels();
		await assert.rejects(left.call('toString' as 'wait', undefined), /no such method/);
	});
});
