import * as vscode from 'vscode';
import { AppError } from '../../core/common/errors';
import type { DatasetEntry } from '../../core/database/browse';
import type { EngineClient } from '../../engine/engineClient';
import { addressKey, type DatabaseConnection, type Databases } from '../../services/databases/databases';
import type { DatabaseNode } from '../../services/treeNodes';
import { DisposableOwner } from '../../shared/disposables';
import { noteAction, type TreeNode } from './nodes';

export class DatabaseRows extends DisposableOwner {
	private readonly changed = this.owned.add(new vscode.EventEmitter<void>());
	readonly onDidChange = this.changed.event;
	private readonly requests = new Map<string, Promise<readonly DatasetEntry[]>>();

	constructor(
		private readonly databases: Pick<Databases, 'list' | 'mappedTables' | 'onDidChange'>,
		private readonly engine: Pick<EngineClient, 'call'>,
		private readonly onFault: (error: unknown) => void,
	) {
		super();
		this.owned.add(databases.onDidChange(() => this.invalidate()));
	}

	roots(): DatabaseNode[] {
		return this.databases.list().map((connection) => ({ kind: 'database', connection }));
	}

	async under({ connection }: DatabaseNode): Promise<TreeNode[]> {
		const mapped = this.databases
			.mappedTables(connection)
			.map((mapping): TreeNode => ({ kind: 'mappedTable', connection, mapping }));
		try {
			const datasets = await this.datasetsOf(connection);
			const rows = datasets.map((dataset): TreeNode => ({ kind: 'dataset', connection, dataset }));
			return rows.length + mapped.length === 0
				? [{ kind: 'note', note: { about: 'noDatasets', connection: connection.name } }]
				: [...rows, ...mapped];
		} catch (error) {
			if (!(error instanceof AppError)) {
				this.onFault(error);
			}
			const problem = error instanceof AppError ? error.problem : undefined;
			const failure: TreeNode = {
				kind: 'note',
				note: { about: 'databaseFailure', connection: connection.name, problem },
			};
			return [failure, ...(problem ? noteAction(problem, JSON.stringify(connection)) : []), ...mapped];
		}
	}

	invalidate(): void {
		this.requests.clear();
		this.changed.fire();
	}

	private datasetsOf(connection: DatabaseConnection): Promise<readonly DatasetEntry[]> {
		const key = addressKey(connection);
		const asking = this.requests.get(key) ?? this.engine.call('listDatasets', { connection });
		this.requests.set(key, asking);
		return asking;
	}
}
