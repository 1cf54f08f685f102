import assert from 'node:assert/strict';
import type * as vscode from 'vscode';
import { matches, type Pattern } from './locators';
import type { Screen, Shown } from './screen';

export type Severity = 'information' | 'warning' | 'error';

type Button = string | vscode.MessageItem;

export class FakeMessage implements Shown {
	/** Whether a test has read or answered the message and therefore expected it. */
	expected = false;

	constructor(
		readonly severity: Severity,
		readonly text: string,
		readonly options: vscode.MessageOptions,
		private readonly items: readonly Button[],
		private readonly answer: (chosen: Button | undefined) => void,
		private readonly screen: Screen,
	) {}

	get buttons(): string[] {
		return this.items.map(titleOf);
	}

	/** Button that Enter activates in a modal message: the first button, except for a button with `isCloseAffordance`. */
	get defaultButton(): string {
		const first = this.items.find((item) => typeof item === 'string' || !item.isCloseAffordance);
		return first === undefined ? '' : titleOf(first);
	}

	press(label: Pattern): void {
		const item = this.items.find((candidate) => matches(titleOf(candidate), label));
		assert(item, `no button ${label} in ${this.describe()}`);
		this.close(item);
	}

	/** Dismisses the message. As in VS Code, dismissing a modal message returns the button with `isCloseAffordance`. */
	dismiss(): void {
		this.close(this.items.find((item) => typeof item !== 'string' && item.isCloseAffordance === true));
	}

	abandon(): void {
		this.dismiss();
	}

	describe(): string {
		const kind = this.options.modal ? 'a modal message' : `a message of ${this.severity}`;
		return `${kind} "${this.text}" [${this.buttons.join(' | ')}]`;
	}

	private close(chosen: Button | undefined): void {
		this.screen.remove(this);
		this.answer(chosen);
	}
}

export class MessageLocator {
	constructor(
		private readonly screen: Screen,
		private readonly all: readonly FakeMessage[],
		private readonly pattern: Pattern,
	) {}

	async press(label: Pattern): Promise<void> {
		(await this.find()).press(label);
	}

	async dismiss(): Promise<void> {
		(await this.find()).dismiss();
	}

	async read() {
		const { severity, text, options, buttons, defaultButton } = await this.find();
		return { severity, text, detail: options.detail ?? '', modal: options.modal ?? false, buttons, defaultButton };
	}

	private async find(): Promise<FakeMessage> {
		const found = await this.screen.until(`a message like ${this.pattern}`, () =>
			this.all.findLast((message) => matches(`${message.text} ${message.options.detail ?? ''}`, this.pattern)),
		);
		found.expected = true;
		return found;
	}
}

export function messageParameters(rest: readonly unknown[]): [vscode.MessageOptions, Button[]] {
	const [first, ...others] = rest;
	if (first === undefined) {
		return [{}, []];
	}
	return typeof first === 'string' || (typeof first === 'object' && first !== null && 'title' in first)
		? [{}, rest as Button[]]
		: [first as vscode.MessageOptions, others as Button[]];
}

function titleOf(item: Button): string {
	return typeof item === 'string' ? item : item.title;
}
