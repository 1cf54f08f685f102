import * as vscode from 'vscode';
import type { TreeNode } from '../features/applications/nodes';
import type { ApplicationsTree } from '../features/applications/register';
import type { ResultsDocument } from '../features/results/document';
import { editors, views } from '../ids';
import type { Product } from '../product';
import type { FirstUse } from './firstUse';

export function createApplicationsView(product: FirstUse<Product>): ApplicationsTree {
	const rows: vscode.TreeDataProvider<TreeNode> = {
		onDidChangeTreeData: product.event((made) => made.rows.onDidChangeTreeData),
		getChildren: async (parent) => (await product.get()).rows.getChildren(parent),
		getTreeItem: async (row) => (await product.get()).rows.getTreeItem(row),
		getParent: async (row) => (await product.get()).rows.getParent(row),
		resolveTreeItem: async (item, row) => (await product.get()).rows.resolveTreeItem(item, row),
	};
	const dragAndDropController: vscode.TreeDragAndDropController<TreeNode> = {
		dragMimeTypes: [],
		dropMimeTypes: ['text/uri-list', 'text/plain'],
		handleDrop: async (_row, dropped) => {
			await (await product.get()).services.commands.run('appErrors.openDropped', [dropped]);
		},
	};
	return vscode.window.createTreeView(views.applications, {
		treeDataProvider: rows,
		showCollapseAll: true,
		dragAndDropController,
	});
}

export function registerResultsEditor(product: FirstUse<Product>): vscode.Disposable {
	const results: vscode.CustomReadonlyEditorProvider<ResultsDocument> = {
		openCustomDocument: async (file) => (await product.get()).resultsEditor.openCustomDocument(file),
		resolveCustomEditor: async (document, panel) =>
			(await product.get()).resultsEditor.resolveCustomEditor(document, panel),
	};
	// `retainContextWhenHidden` isn't set, because hidden pages would use memory. A page is reloaded when it becomes
	// visible.
	return vscode.window.registerCustomEditorProvider(editors.results, results, {
		supportsMultipleEditorsPerDocument: true,
	});
}
