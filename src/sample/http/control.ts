import type { IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { faults as faultTable } from '../faults/faultTable';
import { FaultSettingError, readFaultSetting } from '../faults/setting';
import { json, type TextAnswer, textAnswer } from './answer';
import type { ServiceState } from './serviceState';

export async function answerControl(request: IncomingMessage, state: ServiceState): Promise<TextAnswer> {
	if (!state.tokens.wasEverAccepted(request.headers.authorization)) {
		return textAnswer(401, 'The token is absent or invalid');
	}
	switch (`${request.method} ${request.url}`) {
		case 'GET /sample/requests':
			return json(200, { requests: state.requests.list() });
		case 'DELETE /sample/requests':
			state.requests.clear();
			return json(200, { requests: [] });
		case 'GET /sample/faults':
			return json(200, { known: faultTable, on: state.faults.list() });
		case 'PUT /sample/faults':
			return setFaults(await readJson(request), state);
		case 'DELETE /sample/faults':
			state.faults.clear();
			return json(200, { on: [] });
		case 'PUT /sample/token':
			return setToken(await readJson(request), state);
		default:
			return textAnswer(404, 'Not found');
	}
}

function setFaults(value: unknown, { faults }: ServiceState): TextAnswer {
	if (!Array.isArray(value)) {
		return textAnswer(400, 'The body is a list of faults');
	}
	try {
		faults.set(...value.map(readFaultSetting));
	} catch (error) {
		if (error instanceof FaultSettingError) {
			return textAnswer(400, error.message);
		}
		throw error;
	}
	return json(200, { on: faults.list() });
}

function setToken(value: unknown, { replaceToken }: ServiceState): TextAnswer {
	const token = typeof value === 'object' && value !== null && 'token' in value ? value.token : undefined;
	if (typeof token !== 'string' || !/^[\x21-\x7e]+$/.test(token)) {
		return textAnswer(400, 'The body is an object with a token');
	}
	replaceToken(token);
	return json(200, {});
}

async function readJson(request: IncomingMessage): Promise<unknown> {
	try {
		return JSON.parse(await text(request));
	} catch {
		return undefined;
	}
}
