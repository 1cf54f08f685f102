import type * as vscode from 'vscode';
import type { StoredQuestion } from '../../core/export/model/entry';
import { normalizeService } from '../../core/export/model/names';
import { deviceField, hashedDevices } from '../../core/plan/fields';
import { stateKeys } from '../../ids';

/** Maximum number of applications whose decision is stored. The oldest decisions are removed first. */
const remembered = 1000;

type DeviceQuestion = Pick<StoredQuestion, 'service' | 'question'>;

/**
 * Stores for which applications App Errors has offered to count devices by hashed IDs. App Errors makes this offer only
 * once.
 */
export class DeviceOffers {
	/** Latest choice in this window. VS Code updates stored values late, so the stored value may be an earlier choice. */
	private latest: { readonly counts: boolean | undefined } | undefined;

	constructor(private readonly memento: vscode.Memento) {}

	/** Whether the first export of an application should count devices. Undefined until the user decides. */
	get choice(): boolean | undefined {
		return this.latest ? this.latest.counts : this.memento.get<boolean>(stateKeys.countsDevices);
	}

	async choose(counts: boolean | undefined): Promise<void> {
		this.latest = { counts };
		await this.memento.update(stateKeys.countsDevices, counts);
	}

	isOpen(question: DeviceQuestion): boolean {
		if (this.choice === false) {
			return false;
		}
		const { fields } = question.question;
		const hasDevices = fields.includes(deviceField) || fields.includes(hashedDevices.name);
		return !hasDevices && !this.answered().includes(getName(question));
	}

	async answer(question: DeviceQuestion): Promise<void> {
		const name = getName(question);
		const others = this.answered().filter((other) => other !== name);
		await this.memento.update(stateKeys.deviceOffers, [name, ...others].slice(0, remembered));
	}

	private answered(): readonly string[] {
		return this.memento.get<readonly string[]>(stateKeys.deviceOffers, []);
	}
}

function getName({ service, question }: DeviceQuestion): string {
	return `${normalizeService(service)}/${question.application.id}`;
}
