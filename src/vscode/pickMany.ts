import * as vscode from 'vscode';
import { DisposableStore } from './disposables';
import type { Answer, Choice } from './quickInput';

export interface PickManyOptions<T> {
	readonly title: string;
	readonly placeholder: string;
	readonly items: readonly Choice<T>[];
	/** What is checked at first. */
	readonly checked: (value: T) => boolean;
}

/** A list with check boxes; Enter takes what is checked, which may be nothing. */
export async function pickMany<T>(options: PickManyOptions<T>): Promise<Answer<readonly T[]>> {
	const store = new DisposableStore();
	try {
		const pick = store.add(vscode.window.createQuickPick<Row<T>>());
		pick.title = options.title;
		pick.placeholder = options.placeholder;
		pick.canSelectMany = true;
		pick.matchOnDescription = true;
		pick.matchOnDetail = true;
		pick.ignoreFocusOut = true;
		const rows = options.items.map(
			({ label, description, detail, value }): Row<T> => ({
				label,
				...(description !== undefined && { description }),
				...(detail !== undefined && { detail }),
				value,
			}),
		);
		pick.items = rows;
		pick.selectedItems = rows.filter(({ value }) => options.checked(value));
		return await new Promise<Answer<readonly T[]>>((resolve) => {
			store.add(
				pick.onDidAccept(() => resolve({ kind: 'value', value: pick.selectedItems.map(({ value }) => value) })),
			);
			store.add(pick.onDidHide(() => resolve({ kind: 'dismissed' })));
			pick.show();
		});
	} finally {
		store.dispose();
	}
}

interface Row<T> extends vscode.QuickPickItem {
	readonly value: T;
}
