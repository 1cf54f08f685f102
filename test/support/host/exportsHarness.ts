import * as vscode from 'vscode';
import type { ExportEntry } from '../../../src/core/export/model/entry';
import { firstPlan, type Plan } from '../../../src/core/plan/plan';
import { utc } from '../../../src/core/plan/range';
import type { FaultSetting } from '../../../src/sample/faults/setting';
import type { Account } from '../../../src/services/accounts';
import { type ServiceHarness, useServiceHarness } from './serviceHarness';

export interface ExportsHarness extends ServiceHarness {
	readonly account: Account;
	/** Exports the last 30 days of Shop for Android. `over` overrides properties of the plan. */
	run(over?: Partial<Plan>): Thenable<ExportEntry | undefined>;
	fault(name: FaultSetting['name'], value?: string, times?: number): void;
	/**
	 * Returns paths and queries of export requests, oldest first. Excludes requests for applications, whose timing
	 * varies.
	 */
	asked(): string[];
}

export function useExportsHarness(records = 800): ExportsHarness {
	const stage = useServiceHarness(records);
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
