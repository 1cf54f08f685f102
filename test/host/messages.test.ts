import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { AppError } from '../../src/core/common/errors';
import { Notifier } from '../../src/services/notifier';
import { showProgress } from '../../src/vscode/messages';
import { inputText } from '../../src/vscode/quickInput';
import { Person } from '../support/host/person';

const link = /\[[^\]]+\]\((?:https?:\/\/|command:|file:)/i;
const words = '[Try again](command:workbench.action.quit) or [see](https://else.example "help")';

describe('untrusted text in messages', () => {
	let person: Person;
	beforeEach(() => {
		person = new Person();
	});
	afterEach(() => person.leave());

	it('does not render links from untrusted text in a message', async () => {
		const log = vscode.window.createOutputChannel('messages', { log: true });
		try {
			new Notifier(log).error(new AppError({ kind: 'forbidden', words }), 'test');
			const message = person.message('Try again');
			const { text } = await message.read();
			assert.doesNotMatch(text, link);
			assert.match(text, /\[Try again\] \(command:workbench\.action\.quit\)/);
			await message.dismiss();
		} finally {
			log.dispose();
		}
	});

	it('does not render links from untrusted text in a progress notification', async () => {
		let end: () => void = () => {};
		const ended = new Promise<void>((resolve) => {
			end = resolve;
		});
		const shown = showProgress({ title: `Exporting ${words}` }, (progress) => {
			progress.report({ message: words });
			return ended;
		});
		assert.doesNotMatch(await person.progress('Exporting [Try again] (').reported(/Try/), link);
		end();
		await shown;
	});

	it('does not render links from untrusted text below an input box', async () => {
		const answer = inputText({ title: 'Token', prompt: words, check: async () => words });
		const box = person.input('[Try again] (');
		await box.enter();
		assert.doesNotMatch(await box.words(), link);
		await box.escape();
		assert.deepEqual(await answer, { kind: 'dismissed' });
	});
});
