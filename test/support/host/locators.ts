import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { FakeInputBox, FakeQuickPick } from './fakeQuickInput';
import type { Screen, Shown } from './screen';

/** A text, or what it must look like. */
export type Pattern = string | RegExp;

export function matches(text: string, pattern: Pattern): boolean {
	return typeof pattern === 'string' ? text.includes(pattern) : pattern.test(text);
}

/** What a person may do with either kind of quick input. Every action waits until it can be done. */
abstract class QuickInputLocator<I extends FakeInputBox | FakeQuickPick<vscode.QuickPickItem>> {
	constructor(
		protected readonly screen: Screen,
		private readonly wanted: string,
		private readonly is: (shown: Shown) => shown is I,
	) {}

	/** Waits until it is open; the plain way to say "this must come now". */
	async shown(): Promise<void> {
		await this.find();
	}

	async type(text: string): Promise<void> {
		(await this.ready()).typed(text);
	}

	/** Goes back and waits until it has closed. */
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

	/** Presses the button with this tooltip. */
	async press(tooltip: Pattern): Promise<void> {
		const input = await this.find();
		const button = input.buttons.find((candidate) => matches(candidate.tooltip ?? '', tooltip));
		assert(button, `no button ${tooltip} in ${input.describe()}`);
		input.pressed(button);
	}

	/** The input itself, for what has no word here. */
	protected find(): Promise<I> {
		return this.screen.until(this.wanted, () => this.screen.shown.find(this.is));
	}

	/** Once it takes what a person types. */
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

	/** Enter alone; the box may stay open with words under it. */
	async enter(): Promise<void> {
		(await this.ready()).enter();
	}

	/** Types, presses Enter and waits until the box has closed. Without a text takes what the box holds. */
	async answer(text?: string): Promise<void> {
		const box = await this.ready();
		if (text !== undefined) {
			box.typed(text);
		}
		box.enter();
		await this.closed(box);
	}

	/** What is said under the box, once something is. */
	async words(): Promise<string> {
		return this.screen.until('words under the box', () => {
			const box = this.screen.shown.find((shown) => shown instanceof FakeInputBox);
			return box && !box.busy && box.words !== '' ? box.words : undefined;
		});
	}

	/** What the box looks like now. */
	async look(): Promise<{ value: string; secret: boolean; title: string; prompt: string; words: string }> {
		const { value, password, title, prompt, words } = await this.find();
		return { value, secret: password, title: title ?? '', prompt: prompt ?? '', words };
	}

	/** Waits until something is being checked with the box kept open. */
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

	/** Takes the row with this label and waits until the pick has closed. */
	async choose(label: Pattern): Promise<void> {
		const [pick, row] = await this.row(label);
		pick.focus(row);
		pick.enter();
		await this.closed(pick);
	}

	/** Moves to the row with this label. The pick stays open. */
	async lookAt(label: Pattern): Promise<void> {
		const [pick, row] = await this.row(label);
		pick.focus(row);
	}

	/** Enter on the row that is active, and waits until the pick has closed. */
	async enter(): Promise<void> {
		const pick = await this.ready();
		pick.enter();
		await this.closed(pick);
	}

	/** Where several may be chosen: checks exactly the rows with these labels. The pick stays open. */
	async check(...labels: Pattern[]): Promise<void> {
		const pick = await this.ready();
		assert(pick.canSelectMany, `one choice only in ${pick.describe()}`);
		const rows = await Promise.all(labels.map(async (label) => (await this.row(label))[1]));
		pick.select(rows);
	}

	/** Presses the button with this tooltip on a row. */
	async pressOn(label: Pattern, tooltip: Pattern): Promise<void> {
		const [pick, row] = await this.row(label);
		const button = row.buttons?.find((candidate) => matches(candidate.tooltip ?? '', tooltip));
		assert(button, `no button ${tooltip} on ${row.label}`);
		pick.pressedOn(row, button);
	}

	/** The rows as they stand, without separators. */
	async rows(): Promise<readonly vscode.QuickPickItem[]> {
		return (await this.find()).rows;
	}

	async labels(): Promise<string[]> {
		return (await this.rows()).map((row) => row.label);
	}

	/** The row that Enter would take. */
	async active(): Promise<vscode.QuickPickItem> {
		const pick = await this.find();
		const row = pick.focused;
		assert(row, `nothing to take in ${pick.describe()}`);
		return row;
	}

	/** Labels of the rows that are checked. */
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
