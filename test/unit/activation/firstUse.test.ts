import assert from 'node:assert/strict';
import type { Event } from 'vscode';
import { FirstUse } from '../../../src/activation/firstUse';

interface Made {
	readonly news: Event<string>;
	readonly tell: (text: string) => void;
}

describe('lazy initialization', () => {
	let made: number;
	let firstUse: FirstUse<Made>;

	beforeEach(() => {
		made = 0;
		firstUse = new FirstUse(async () => {
			made++;
			return withNews();
		});
	});

	it('creates a lazy value only once, no matter how many callers request it', async () => {
		assert.equal(firstUse.started, false);
		const [one, other] = await Promise.all([firstUse.get(), firstUse.get()]);
		assert.equal(one, other);
		assert.equal(made, 1);
		assert.equal(firstUse.started, true);
	});

	it('retries creating a lazy value on the next request if the previous attempt failed', async () => {
		let fails = true;
		const mended = new FirstUse(async () => {
			if (fails) {
				throw new Error('no such file');
			}
			return withNews();
		});
		await assert.rejects(mended.get(), /no such file/);
		assert.equal(mended.started, false);
		fails = false;
		await mended.get();
	});

	it('does not create a lazy value for event listeners, but forwards its events once it exists', async () => {
		const heard: string[] = [];
		firstUse.event(({ news }) => news)((text) => heard.push(text));
		assert.equal(firstUse.started, false);
		(await firstUse.get()).tell('one');
		assert.deepEqual(heard, ['one']);
	});

	it('forwards no events to listeners disposed before or after the lazy value is created', async () => {
		const heard: string[] = [];
		const event = firstUse.event(({ news }) => news);
		event((text) => heard.push(`before ${text}`)).dispose();
		const listening = event((text) => heard.push(text));
		const { tell } = await firstUse.get();
		tell('one');
		listening.dispose();
		tell('two');
		assert.deepEqual(heard, ['one']);
	});
});

function withNews(): Made {
	const listeners = new Set<(text: string) => void>();
	return {
		news: (listener) => {
			listeners.add(listener);
			return { dispose: () => listeners.delete(listener) };
		},
		tell: (text) => {
			for (const listener of listeners) {
				listener(text);
			}
		},
	};
}
