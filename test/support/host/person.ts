import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { FakeFileDialog, FakeProgress, FileDialogLocator, ProgressLocator } from './dialogs';
import { FakeInputBox, FakeQuickPick, observed } from './fakeQuickInput';
import { InputLocator, type Pattern, PickLocator } from './locators';
import { FakeMessage, MessageLocator, messageParameters, type Severity } from './messages';
import { Replacements } from './replacements';
import { Screen, type Shown } from './screen';

/**
 * Somebody at the keyboard: takes the place of the editor's quick input, messages, dialogs, progress notifications,
 * clipboard and browser, and does what a test says. Locators wait for the thing they name, so a test reads as a script:
 *
 *     const person = new Person();
 *     const done = vscode.commands.executeCommand('appErrors.signIn');
 *     await person.input(/address/i).answer('https://example.test');
 *     await person.input(/token/i).answer('secret');
 *     await person.input(/name/i).answer();
 *     await done;
 *     await person.leave();     // in afterEach: puts the editor back, fails if anything was left open
 */
export class Person {
	private readonly screen = new Screen();
	private readonly replacements = new Replacements();
	private readonly said: FakeMessage[] = [];
	/** Addresses given to the browser, as they were sent. */
	readonly opened: string[] = [];
	/** What the clipboard holds. */
	clipboard = '';

	constructor() {
		const { window, env } = vscode;
		const { screen, replacements } = this;
		replacements.replace(window, 'createInputBox', () => observed(new FakeInputBox(screen), screen));
		replacements.replace(window, 'createQuickPick', () => observed(new FakeQuickPick(screen), screen));
		replacements.replace(window, 'showInformationMessage', this.messages('information'));
		replacements.replace(window, 'showWarningMessage', this.messages('warning'));
		replacements.replace(window, 'showErrorMessage', this.messages('error'));
		replacements.replace(window, 'showSaveDialog', async (options: vscode.SaveDialogOptions = {}) =>
			(await this.dialog('save', options))?.at(0),
		);
		replacements.replace(window, 'showOpenDialog', (options: vscode.OpenDialogOptions = {}) =>
			this.dialog('open', options),
		);
		const { withProgress } = window;
		replacements.replace(window, 'withProgress', (options: vscode.ProgressOptions, task: ProgressTask) =>
			options.location === vscode.ProgressLocation.Notification
				? new FakeProgress(options.title ?? '', options.cancellable ?? false, screen).run(task)
				: withProgress(options, task),
		);
		replacements.replace(env, 'openExternal', async (target: vscode.Uri) => {
			this.opened.push(target.toString(true));
			screen.touch();
			return true;
		});
		replacements.replace(env, 'clipboard', {
			readText: async () => this.clipboard,
			writeText: async (text: string) => {
				this.clipboard = text;
			},
		});
	}

	/** The input box whose title or prompt is like this. */
	input(pattern: Pattern): InputLocator {
		return new InputLocator(this.screen, pattern);
	}

	/** The quick pick whose title or placeholder is like this. */
	pick(pattern: Pattern): PickLocator {
		return new PickLocator(this.screen, pattern);
	}

	/** The newest message whose text or detail is like this, modal or not. */
	message(pattern: Pattern): MessageLocator {
		return new MessageLocator(this.screen, this.said, pattern);
	}

	saveDialog(): FileDialogLocator {
		return new FileDialogLocator(this.screen, 'save');
	}

	openDialog(): FileDialogLocator {
		return new FileDialogLocator(this.screen, 'open');
	}

	/** The progress notification whose title is like this. */
	progress(pattern: Pattern): ProgressLocator {
		return new ProgressLocator(this.screen, pattern);
	}

	/** Texts of all messages so far, oldest first. */
	get messageTexts(): string[] {
		return this.said.map((message) => message.text);
	}

	/** Puts the editor back. Fails if an input, a dialog or a modal message is open, or an error was shown unexpectedly. */
	async leave(): Promise<void> {
		// What the last action set off may still show something.
		await new Promise((resolve) => setImmediate(resolve));
		this.replacements.dispose();
		const { shown } = this.screen;
		const left = shown.filter((item) => !(item instanceof FakeMessage) || item.options.modal);
		const errors = this.said.filter((message) => message.severity === 'error' && !message.expected);
		const surprises = [...new Set<Shown>([...left, ...errors])].map((item) => item.describe());
		for (const item of shown) {
			item.abandon();
		}
		assert.deepEqual(surprises, [], 'left open, or an error that nobody expected');
	}

	private messages(severity: Severity) {
		return (text: string, ...rest: unknown[]) =>
			new Promise<unknown>((resolve) => {
				const [options, items] = messageParameters(rest);
				const message = new FakeMessage(severity, text, options, items, resolve, this.screen);
				this.said.push(message);
				this.screen.add(message);
			});
	}

	private dialog(
		kind: 'save' | 'open',
		options: vscode.SaveDialogOptions | vscode.OpenDialogOptions,
	): Promise<vscode.Uri[] | undefined> {
		return new Promise((resolve) => {
			this.screen.add(new FakeFileDialog(kind, options, resolve, this.screen));
		});
	}
}

type ProgressTask = Parameters<typeof vscode.window.withProgress<unknown>>[1];
