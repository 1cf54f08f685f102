import * as vscode from 'vscode';
import type { Screen, Shown } from './screen';

abstract class FakeQuickInput implements vscode.QuickInput, Shown {
	title: string | undefined;
	step: number | undefined;
	totalSteps: number | undefined;
	enabled = true;
	busy = false;
	ignoreFocusOut = false;
	value = '';
	placeholder: string | undefined;
	buttons: readonly vscode.QuickInputButton[] = [];

	private readonly hidden = new vscode.EventEmitter<void>();
	private readonly accepted = new vscode.EventEmitter<void>();
	private readonly valueChanged = new vscode.EventEmitter<string>();
	private readonly buttonPressed = new vscode.EventEmitter<vscode.QuickInputButton>();
	readonly onDidHide = this.hidden.event;
	readonly onDidAccept = this.accepted.event;
	readonly onDidChangeValue = this.valueChanged.event;
	readonly onDidTriggerButton = this.buttonPressed.event;

	private visible = false;
	private disposed = false;

	constructor(protected readonly screen: Screen) {}

	abstract describe(): string;

	show(): void {
		if (this.disposed) {
			throw new Error('shown after its end');
		}
		for (const other of this.screen.shown) {
			if (other instanceof FakeQuickInput && other !== this) {
				// Opening a quick input closes the previous one, as in VS Code.
				other.hide();
			}
		}
		this.visible = true;
		this.screen.add(this);
	}

	hide(): void {
		if (this.visible) {
			this.visible = false;
			this.screen.remove(this);
			this.hidden.fire();
		}
	}

	abandon(): void {
		this.hide();
	}

	dispose(): void {
		if (!this.disposed) {
			this.hide();
			this.disposed = true;
			for (const emitter of [this.hidden, this.accepted, this.valueChanged, this.buttonPressed]) {
				emitter.dispose();
			}
		}
	}

	typed(text: string): void {
		this.value = text;
		this.valueChanged.fire(text);
	}

	pressed(button: vscode.QuickInputButton): void {
		this.buttonPressed.fire(button);
	}

	protected accept(): void {
		this.accepted.fire();
	}
}

export class FakeInputBox extends FakeQuickInput implements vscode.InputBox {
	prompt: string | undefined;
	password = false;
	validationMessage: string | vscode.InputBoxValidationMessage | undefined;
	valueSelection: readonly [number, number] | undefined;

	get words(): string {
		const said = this.validationMessage;
		return typeof said === 'object' ? said.message : (said ?? '');
	}

	get heading(): string {
		return `${this.title ?? ''} · ${this.prompt ?? ''}`;
	}

	enter(): void {
		this.accept();
	}

	describe(): string {
		const value = this.password ? '•'.repeat(this.value.length) : this.value;
		return `an input box "${this.heading}" holding "${value}"${this.words && ` and saying "${this.words}"`}`;
	}
}

export class FakeQuickPick<T extends vscode.QuickPickItem> extends FakeQuickInput implements vscode.QuickPick<T> {
	items: readonly T[] = [];
	canSelectMany = false;
	matchOnDescription = false;
	matchOnDetail = false;
	keepScrollPosition = false;
	activeItems: readonly T[] = [];
	selectedItems: readonly T[] = [];

	private readonly activeChanged = new vscode.EventEmitter<readonly T[]>();
	private readonly selectionChanged = new vscode.EventEmitter<readonly T[]>();
	private readonly itemButtonPressed = new vscode.EventEmitter<vscode.QuickPickItemButtonEvent<T>>();
	readonly onDidChangeActive = this.activeChanged.event;
	readonly onDidChangeSelection = this.selectionChanged.event;
	readonly onDidTriggerItemButton = this.itemButtonPressed.event;

	get rows(): readonly T[] {
		const wanted = this.value.trim().toLowerCase();
		return this.items.filter((item) => {
			if (item.kind === vscode.QuickPickItemKind.Separator) {
				return false;
			}
			const texts = [
				item.label,
				this.matchOnDescription ? item.description : undefined,
				this.matchOnDetail ? item.detail : undefined,
			];
			return item.alwaysShow === true || texts.some((text) => text?.toLowerCase().includes(wanted));
		});
	}

	get focused(): T | undefined {
		return this.rows.find((row) => this.activeItems.includes(row)) ?? this.rows[0];
	}

	focus(row: T): void {
		this.activeItems = [row];
		this.activeChanged.fire(this.activeItems);
	}

	select(rows: readonly T[]): void {
		this.selectedItems = rows;
		this.selectionChanged.fire(rows);
	}

	/** Presses Enter. If only one row can be selected, selects the active row. Otherwise, accepts the checked rows. */
	enter(): void {
		if (!this.canSelectMany) {
			const row = this.focused;
			this.activeItems = row ? [row] : [];
			this.select(this.activeItems);
		}
		this.accept();
	}

	pressedOn(item: T, button: vscode.QuickInputButton): void {
		this.itemButtonPressed.fire({ item, button });
	}

	override dispose(): void {
		super.dispose();
		for (const emitter of [this.activeChanged, this.selectionChanged, this.itemButtonPressed]) {
			emitter.dispose();
		}
	}

	describe(): string {
		return `a pick "${this.title ?? ''}" of [${this.rows.map((row) => row.label).join(' | ')}]`;
	}
}

export function observed<T extends Shown>(input: T, screen: Screen): T {
	return new Proxy(input, {
		set(target, property, value) {
			const done = Reflect.set(target, property, value);
			screen.touch();
			return done;
		},
	});
}
