import * as vscode from 'vscode';
import type { TreeNode } from '../features/applications/nodes';
import type { ApplicationsTree } from '../features/applications/register';
import type { ResultsDocument } from '../features/results/document';
import { editors, views } from '../ids';
import type { Product } from '../product';
import type { FirstUse } from './firstUse';

/** The view of applications, which asks for its rows once it is seen. */
export function createApplicationsView(product: FirstUse<Product>): ApplicationsTree {
	const rows: vscode.TreeDataProvider<TreeNode> = {
		onDidChangeTreeData: product.event((made) => made.rows.onDidChangeTreeData),
		getChildren: async (parent) => (await product.get()).rows.getChildren(parent),
		getTreeItem: async (row) => (await product.get()).rows.getTreeItem(row),
		getParent: async (row) => (await product.get()).rows.getParent(row),
		resolveTreeItem: async (item, row) => (await product.get()).rows.resolveTreeItem(item, row),
	};
	return vscode.window.createTreeView(views.applications, { treeDataProvider: rows, showCollapseAll: true });
}

/** The results view. */
export function registerResultsEditor(product: FirstUse<Product>): vscode.Disposable {
	const results: vscode.CustomReadonlyEditorProvider<ResultsDocument> = {
		openCustomDocument: async (file) => (await product.get()).resultsEditor.openCustomDocument(file),
		resolveCustomEditor: async (document, panel) =>
			(await product.get()).resultsEditor.resolveCustomEditor(document, panel),
	};
	// The page is loaded anew when it comes back into sight, which costs less than keeping every hidden one.
	return vscode.window.registerCustomEditorProvider(editors.results, results, {
		supportsMultipleEditorsPerDocument: true,
	});
}
