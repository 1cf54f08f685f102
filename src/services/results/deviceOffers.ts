import type * as vscode from 'vscode';
import type { StoredQuestion } from '../../core/export/model/entry';
import { normalizeService } from '../../core/export/model/names';
import { deviceField, hashedDevices } from '../../core/plan/fields';
import { stateKeys } from '../../ids';

/** Applications whose answers are remembered, the latest. */
const remembered = 1000;

type Asked = Pick<StoredQuestion, 'service' | 'question'>;

/** Which applications a person was offered to count the devices of, by hashes: each is offered once. */
export class DeviceOffers {
	constructor(private readonly memento: vscode.Memento) {}

	/** Whether an export has no devices, and nobody has said anything to that. */
	isOpen(asked: Asked): boolean {
		const { fields } = asked.question;
		const hasDevices = fields.includes(deviceField) || fields.includes(hashedDevices.name);
		return !hasDevices && !this.answered().includes(nameOf(asked));
	}

	async answer(asked: Asked): Promise<void> {
		const name = nameOf(asked);
		const others = this.answered().filter((other) => other !== name);
		await this.memento.update(stateKeys.deviceOffers, [name, ...others].slice(0, remembered));
	}

	private answered(): readonly string[] {
		return this.memento.get<readonly string[]>(stateKeys.deviceOffers, []);
	}
}

function nameOf({ service, question }: Asked): string {
	return `${normalizeService(service)}/${question.application.id}`;
}
