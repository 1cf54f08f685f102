import assert from 'node:assert/strict';
import * as vscode from 'vscode';

/** Text of all rows. If a row has children, an array with the children follows its text. */
export type Picture = readonly (string | Picture)[];

/**
 * Returns all rows as if they were expanded. Fails if two rows have the same ID, because VS Code would then show no
 * rows.
 */
export async function describeTree<T>(provider: vscode.TreeDataProvider<T>): Promise<Picture> {
	const ids = new Set<string>();
	const look = async (parent: T | undefined): Promise<Picture> => {
		const rows = await Promise.all(((await provider.getChildren(parent)) ?? []).map((node) => drawRow(provider, node)));
		const picture: (string | Picture)[] = [];
		for (const { node, item, text } of rows) {
			assert(item.id && !ids.has(item.id), `a second row with the ID ${item.id}: ${text}`);
			ids.add(item.id);
			picture.push(text);
			if (item.collapsibleState !== vscode.TreeItemCollapsibleState.None) {
				picture.push(await look(node));
			}
		}
		return picture;
	};
	return look(undefined);
}

export async function findRow<T>(provider: vscode.TreeDataProvider<T>, label: string, parent?: T): Promise<T> {
	for (const node of (await provider.getChildren(parent)) ?? []) {
		const { item } = await drawRow(provider, node);
		if (item.label === label) {
			return node;
		}
		if (item.collapsibleState !== vscode.TreeItemCollapsibleState.None) {
			const below = await findRow(provider, label, node).catch(() => undefined);
			if (below !== undefined) {
				return below;
			}
		}
	}
	throw new assert.AssertionError({ message: `no row "${label}"` });
}

export async function tooltipAt<T>(provider: vscode.TreeDataProvider<T>, node: T): Promise<vscode.TreeItem['tooltip']> {
	const item = await provider.getTreeItem(node);
	const none = new vscode.CancellationTokenSource().token;
	return (await provider.resolveTreeItem?.(item, node, none))?.tooltip ?? item.tooltip;
}

async function drawRow<T>(provider: vscode.TreeDataProvider<T>, node: T) {
	const item = await provider.getTreeItem(node);
	const icon = item.iconPath instanceof vscode.ThemeIcon ? `[${item.iconPath.id}] ` : '';
	const description = item.description ? ` · ${item.description}` : '';
	// Formatted dates and numbers contain special spaces, which are replaced.
	return { node, item, text: `${icon}${item.label}${description}`.replace(/[\u00a0\u2009\u202f]/g, ' ') };
}
