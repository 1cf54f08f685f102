import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { FakeFileDialog, FakeProgress, FileDialogLocator, ProgressLocator } from './dialogs';
import { FakeInputBox, FakeQuickPick, observed } from './fakeQuickInput';
import { InputLocator, type Pattern, PickLocator } from './locators';
import { FakeMessage, MessageLocator, messageParameters, type Severity } from './messages';
import { Replacements } from './replacements';
import { Screen, type Shown } from './screen';

/**
 * Simulates a user by replacing VS Code's quick input, messages, dialogs, progress, clipboard and browser. Locators
 * wait for the element that they describe, so a test reads like a script:
 *     const person = new Person();
 *     const done = vscode.commands.executeCommand('appErrors.signIn');
 *     await person.input(/address/i).answer('https://example.test');
 *     await person.input(/token/i).answer('secret');
 *     await person.input(/name/i).answer();
 *     await done;
 *     await person.leave();     // in afterEach: restores the editor and fails if anything was left open
 */
export class Person {
	private readonly screen = new Screen();
	private readonly replacements = new Replacements();
	private readonly said: FakeMessage[] = [];
	readonly opened: string[] = [];
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

	input(pattern: Pattern): InputLocator {
		return new InputLocator(this.screen, pattern);
	}

	pick(pattern: Pattern): PickLocator {
		return new PickLocator(this.screen, pattern);
	}

	message(pattern: Pattern): MessageLocator {
		return new MessageLocator(this.screen, this.said, pattern);
	}

	saveDialog(): FileDialogLocator {
		return new FileDialogLocator(this.screen, 'save');
	}

	openDialog(): FileDialogLocator {
		return new FileDialogLocator(this.screen, 'open');
	}

	progress(pattern: Pattern): ProgressLocator {
		return new ProgressLocator(this.screen, pattern);
	}

	get messageTexts(): string[] {
		return this.said.map((message) => message.text);
	}

	async leave(): Promise<void> {
		// Messages of the last action may not have been shown yet.
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
