import assert from 'node:assert/strict';
import type { Event } from 'vscode';
import { FirstUse } from '../../../src/activation/firstUse';

interface Made {
	readonly news: Event<string>;
	readonly tell: (text: string) => void;
}

describe('What is made at first use', () => {
	let made: number;
	let firstUse: FirstUse<Made>;

	beforeEach(() => {
		made = 0;
		firstUse = new FirstUse(async () => {
			made++;
			return withNews();
		});
	});

	it('is made once, however many ask', async () => {
		assert.equal(firstUse.started, false);
		const [one, other] = await Promise.all([firstUse.get(), firstUse.get()]);
		assert.equal(one, other);
		assert.equal(made, 1);
		assert.equal(firstUse.started, true);
	});

	it('is made by the next who asks where it could not be', async () => {
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

	it('is not made for those who listen, and tells them its news later', async () => {
		const heard: string[] = [];
		firstUse.event(({ news }) => news)((text) => heard.push(text));
		assert.equal(firstUse.started, false);
		(await firstUse.get()).tell('one');
		assert.deepEqual(heard, ['one']);
	});

	it('tells nothing to those who stopped listening, before or after', async () => {
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
