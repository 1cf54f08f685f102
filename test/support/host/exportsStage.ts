import * as vscode from 'vscode';
import type { ExportEntry } from '../../../src/core/export/model/entry';
import { firstPlan, type Plan } from '../../../src/core/plan/plan';
import { utc } from '../../../src/core/plan/range';
import type { FaultSetting } from '../../../src/sample/faults/setting';
import type { Account } from '../../../src/services/accounts';
import { type ServiceStage, useServiceStage } from './serviceStage';

/** What tests of exports play on. */
export interface ExportsStage extends ServiceStage {
	/** Of the service, and current. */
	readonly account: Account;
	/** Exports Shop for Android of the last 30 days, as far as nothing else is said. */
	run(over?: Partial<Plan>): Thenable<ExportEntry | undefined>;
	/** Gives the service a fault. */
	fault(name: FaultSetting['name'], value?: string, times?: number): void;
	/** Paths and queries of the requests for records, oldest first; the view may list applications at any time. */
	asked(): string[];
}

/** Sets the stage anew before each test of the suite it is called in, and clears it after, with all exports. */
export function useExportsStage(records = 2_000): ExportsStage {
	const stage = useServiceStage(records);
	let account: Account;

	beforeEach(async () => {
		const { service, services } = stage;
		account = await services.accounts.add({ service: service.url, label: 'Work', allowInsecure: false }, service.token);
	});

	return {
		get services() {
			return stage.services;
		},
		get person() {
			return stage.person;
		},
		get service() {
			return stage.service;
		},
		get account() {
			return account;
		},
		run: (over) =>
			vscode.commands.executeCommand<ExportEntry | undefined>('appErrors.runExport', {
				account,
				plan: {
					...firstPlan({ id: '101', name: 'Shop for Android' }),
					view: 'document',
					range: { kind: 'lastDays', days: 30 },
					...over,
				},
				zone: utc,
			}),
		fault: (name, value, times) => void stage.service.faults.set({ name, value, times }),
		asked: () =>
			stage.service.requests
				.list()
				.map(({ url }) => url)
				.filter((url) => url.includes('/export/')),
	};
}
