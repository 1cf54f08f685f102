import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { FakeInputBox, FakeQuickPick } from './fakeQuickInput';
import type { Screen, Shown } from './screen';

export type Pattern = string | RegExp;

export function matches(text: string, pattern: Pattern): boolean {
	return typeof pattern === 'string' ? text.includes(pattern) : pattern.test(text);
}

abstract class QuickInputLocator<I extends FakeInputBox | FakeQuickPick<vscode.QuickPickItem>> {
	constructor(
		protected readonly screen: Screen,
		private readonly wanted: string,
		private readonly is: (shown: Shown) => shown is I,
	) {}

	async shown(): Promise<void> {
		await this.find();
	}

	async type(text: string): Promise<void> {
		(await this.ready()).typed(text);
	}

	async back(): Promise<void> {
		const input = await this.find();
		assert(input.buttons.includes(vscode.QuickInputButtons.Back), `no Back in ${input.describe()}`);
		input.pressed(vscode.QuickInputButtons.Back);
		await this.closed(input);
	}

	async escape(): Promise<void> {
		const input = await this.find();
		input.hide();
		await this.closed(input);
	}

	async press(tooltip: Pattern): Promise<void> {
		const input = await this.find();
		const button = input.buttons.find((candidate) => matches(candidate.tooltip ?? '', tooltip));
		assert(button, `no button ${tooltip} in ${input.describe()}`);
		input.pressed(button);
	}

	protected find(): Promise<I> {
		return this.screen.until(this.wanted, () => this.screen.shown.find(this.is));
	}

	protected ready(): Promise<I> {
		return this.screen.until(`${this.wanted}, enabled`, () => {
			const input = this.screen.shown.find(this.is);
			return input?.enabled ? input : undefined;
		});
	}

	protected async closed(input: I): Promise<void> {
		await this.screen.until(`the end of ${this.wanted}`, () =>
			this.screen.shown.includes(input) ? undefined : ('closed' as const),
		);
	}
}

export class InputLocator extends QuickInputLocator<FakeInputBox> {
	constructor(screen: Screen, pattern: Pattern) {
		super(
			screen,
			`an input box like ${pattern}`,
			(shown): shown is FakeInputBox => shown instanceof FakeInputBox && matches(shown.heading, pattern),
		);
	}

	/** Presses Enter without waiting, because the box can stay open with a validation message. */
	async enter(): Promise<void> {
		(await this.ready()).enter();
	}

	async answer(text?: string): Promise<void> {
		const box = await this.ready();
		if (text !== undefined) {
			box.typed(text);
		}
		box.enter();
		await this.closed(box);
	}

	async words(): Promise<string> {
		return this.screen.until('words under the box', () => {
			const box = this.screen.shown.find((shown) => shown instanceof FakeInputBox);
			return box && !box.busy && box.words !== '' ? box.words : undefined;
		});
	}

	async look(): Promise<{ value: string; secret: boolean; title: string; prompt: string; words: string }> {
		const { value, password, title, prompt, words } = await this.find();
		return { value, secret: password, title: title ?? '', prompt: prompt ?? '', words };
	}

	async busy(): Promise<void> {
		await this.screen.until('a busy box', () =>
			this.screen.shown.some((shown) => shown instanceof FakeInputBox && shown.busy) ? true : undefined,
		);
	}
}

export class PickLocator extends QuickInputLocator<FakeQuickPick<vscode.QuickPickItem>> {
	constructor(screen: Screen, pattern: Pattern) {
		super(
			screen,
			`a pick like ${pattern}`,
			(shown): shown is FakeQuickPick<vscode.QuickPickItem> =>
				shown instanceof FakeQuickPick && matches(`${shown.title ?? ''} · ${shown.placeholder ?? ''}`, pattern),
		);
	}

	async choose(label: Pattern): Promise<void> {
		const [pick, row] = await this.row(label);
		pick.focus(row);
		pick.enter();
		await this.closed(pick);
	}

	async lookAt(label: Pattern): Promise<void> {
		const [pick, row] = await this.row(label);
		pick.focus(row);
	}

	async enter(): Promise<void> {
		const pick = await this.ready();
		pick.enter();
		await this.closed(pick);
	}

	async check(...labels: Pattern[]): Promise<void> {
		const pick = await this.ready();
		assert(pick.canSelectMany, `one choice only in ${pick.describe()}`);
		const rows = await Promise.all(labels.map(async (label) => (await this.row(label))[1]));
		pick.select(rows);
	}

	async pressOn(label: Pattern, tooltip: Pattern): Promise<void> {
		const [pick, row] = await this.row(label);
		const button = row.buttons?.find((candidate) => matches(candidate.tooltip ?? '', tooltip));
		assert(button, `no button ${tooltip} on ${row.label}`);
		pick.pressedOn(row, button);
	}

	async rows(): Promise<readonly vscode.QuickPickItem[]> {
		return (await this.find()).rows;
	}

	async labels(): Promise<string[]> {
		return (await this.rows()).map((row) => row.label);
	}

	async active(): Promise<vscode.QuickPickItem> {
		const pick = await this.find();
		const row = pick.focused;
		assert(row, `nothing to take in ${pick.describe()}`);
		return row;
	}

	async checked(): Promise<string[]> {
		return (await this.find()).selectedItems.map((row) => row.label);
	}

	private async row(label: Pattern): Promise<[FakeQuickPick<vscode.QuickPickItem>, vscode.QuickPickItem]> {
		const pick = await this.ready();
		const row = await this.screen.until(`the row ${label}`, () =>
			pick.rows.find((candidate) =>
				typeof label === 'string' ? candidate.label === label : label.test(candidate.label),
			),
		);
		return [pick, row];
	}
}
