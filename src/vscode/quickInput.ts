import * as vscode from 'vscode';
import { DisposableStore } from './disposables';

/** How a person leaves a quick input; Back and Escape are values, so every flow must say what they mean. */
export type Answer<T> =
	| { readonly kind: 'value'; readonly value: T }
	| { readonly kind: 'back' }
	| { readonly kind: 'dismissed' };

export interface Choice<T> extends vscode.QuickPickItem {
	readonly value: T;
}

export function separator(label = ''): vscode.QuickPickItem & { readonly value?: never } {
	return { label, kind: vscode.QuickPickItemKind.Separator };
}

export interface PickOptions<T> {
	readonly title: string;
	readonly placeholder: string;
	readonly items: readonly (Choice<T> | ReturnType<typeof separator>)[];
	/** The item that Enter takes at once. */
	readonly active?: (value: T) => boolean;
	readonly canGoBack?: boolean;
	/** Offers what was typed as a choice of its own. */
	readonly typed?: (text: string) => Choice<T> | undefined;
}

export async function pickOne<T>(options: PickOptions<T>): Promise<Answer<T>> {
	const store = new DisposableStore();
	try {
		const pick = store.add(vscode.window.createQuickPick<Choice<T> | ReturnType<typeof separator>>());
		pick.title = options.title;
		pick.placeholder = options.placeholder;
		pick.matchOnDescription = true;
		pick.matchOnDetail = true;
		pick.ignoreFocusOut = true;
		pick.buttons = options.canGoBack ? [vscode.QuickInputButtons.Back] : [];
		pick.items = options.items;
		const active = options.items.find((item) => isChoice(item) && options.active?.(item.value));
		if (active) {
			pick.activeItems = [active];
		}
		if (options.typed) {
			const { typed } = options;
			store.add(
				pick.onDidChangeValue((text) => {
					const extra = typed(text.trim());
					pick.items = extra ? [{ ...extra, alwaysShow: true }, ...options.items] : options.items;
				}),
			);
		}
		return await new Promise<Answer<T>>((resolve) => {
			store.add(
				pick.onDidAccept(() => {
					const [chosen] = pick.selectedItems.length > 0 ? pick.selectedItems : pick.activeItems;
					if (chosen && isChoice(chosen)) {
						resolve({ kind: 'value', value: chosen.value });
					}
				}),
			);
			store.add(pick.onDidTriggerButton(() => resolve({ kind: 'back' })));
			store.add(pick.onDidHide(() => resolve({ kind: 'dismissed' })));
			pick.show();
		});
	} finally {
		store.dispose();
	}
}

export interface InputOptions {
	readonly title: string;
	readonly prompt: string;
	readonly placeholder?: string;
	readonly value?: string;
	/** Hides what is typed. */
	readonly secret?: boolean;
	readonly canGoBack?: boolean;
	/** Says in words what is wrong, as it is typed. */
	readonly validate?: (text: string) => string | undefined;
	/** Run on Enter with the box kept open; words keep it open and are shown under it. */
	readonly check?: (text: string, signal: AbortSignal) => Promise<string | undefined>;
}

export async function inputText(options: InputOptions): Promise<Answer<string>> {
	const store = new DisposableStore();
	const leaving = new AbortController();
	try {
		const box = store.add(vscode.window.createInputBox());
		box.title = options.title;
		box.prompt = options.prompt;
		box.placeholder = options.placeholder ?? '';
		box.value = options.value ?? '';
		box.password = options.secret ?? false;
		box.ignoreFocusOut = true;
		box.buttons = options.canGoBack ? [vscode.QuickInputButtons.Back] : [];
		const say = (words: string | undefined) => {
			box.validationMessage = words ?? '';
		};
		store.add(box.onDidChangeValue((text) => say(text.trim() === '' ? undefined : options.validate?.(text))));
		return await new Promise<Answer<string>>((resolve, reject) => {
			const accept = async (text: string) => {
				const words = options.validate?.(text);
				if (words !== undefined) {
					say(words);
					return;
				}
				if (options.check) {
					box.busy = true;
					box.enabled = false;
					say(undefined);
					const refusal = await options.check(text, leaving.signal);
					box.busy = false;
					box.enabled = true;
					if (refusal !== undefined) {
						say(refusal);
						return;
					}
				}
				resolve({ kind: 'value', value: text });
			};
			store.add(box.onDidAccept(() => void accept(box.value).catch(reject)));
			store.add(box.onDidTriggerButton(() => resolve({ kind: 'back' })));
			store.add(box.onDidHide(() => resolve({ kind: 'dismissed' })));
			box.show();
		});
	} finally {
		leaving.abort();
		store.dispose();
	}
}

function isChoice<T>(item: Choice<T> | ReturnType<typeof separator>): item is Choice<T> {
	return item.kind !== vscode.QuickPickItemKind.Separator;
}
