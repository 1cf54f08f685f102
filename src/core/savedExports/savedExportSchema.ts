import { deviceField, type Field, FieldTable, hashedDevices } from '../plan/fields';
import { chunkings, formats, outputViews } from '../plan/plan';
import { maxDays } from '../plan/range';
import { presetKinds } from '../wizard/fieldPresets';
import { bundlePattern, datePattern, maxNameLength } from './parseSavedExport';
import { savedExportType, timeBases } from './savedExport';

const fieldName = '^[a-z][a-z0-9_]{0,63}$';
const date = { type: 'string', pattern: datePattern.source };
const name = { type: 'string', minLength: 1, maxLength: maxNameLength, pattern: '\\S' };

/** Returns the JSON schema that editors use to complete and explain the members of saved exports. */
export function savedExportSchema() {
	const { offered } = new FieldTable();
	return {
		$schema: 'http://json-schema.org/draft-07/schema#',
		title: 'Saved export',
		description: 'Export of error records that App Errors can run.',
		type: 'object',
		required: ['type', 'name', 'application', 'range', 'fields'],
		properties: {
			type: { const: savedExportType, description: 'Format of this file.' },
			name: { ...name, description: 'Name of the export in the Applications view.' },
			application: applicationSchema(),
			range: rangeSchema(),
			timeBasis: {
				enum: Object.keys(timeBases),
				default: 'device',
				description: 'Whether the range refers to device time or to server time.',
			},
			fields: fieldsSchema(offered),
			filters: filtersSchema(offered),
			format: { enum: [...formats], default: 'csv', description: 'Format of the exported file.' },
			view: { enum: [...outputViews], default: 'results', description: 'Where VS Code opens the exported file.' },
			limit: {
				type: 'integer',
				minimum: 1,
				maximum: Number.MAX_SAFE_INTEGER,
				description: 'Maximum number of records. The service decides which records you get.',
			},
			chunk: { enum: [...chunkings], description: 'Splits the export into one request per day or hour.' },
			byteOrderMark: {
				type: 'boolean',
				default: false,
				description: 'Whether the file begins with a byte order mark.',
			},
			partialResults: {
				type: 'boolean',
				default: false,
				description: 'Whether to continue if part of the service is unavailable.',
			},
		},
	};
}

function applicationSchema() {
	return {
		type: 'object',
		description: 'Application, identified by its ID or by its bundle ID.',
		anyOf: [{ required: ['id'] }, { required: ['bundle'] }],
		properties: {
			id: { type: 'string', pattern: '^[1-9][0-9]{0,19}$', description: 'Application ID in the service.' },
			name: { ...name, description: 'Name of the application, for readers of this file.' },
			bundle: { type: 'string', pattern: bundlePattern.source, description: 'Bundle ID or package name.' },
		},
	};
}

function rangeSchema() {
	const days = { type: 'integer', minimum: 1, maximum: maxDays };
	const hours = { ...days, maximum: 24 * maxDays };
	return {
		description: 'Date range. Relative ranges end when the export is run.',
		oneOf: [
			{ enum: ['today', 'yesterday'] },
			range({ lastDays: { ...days, description: 'Number of complete days before today. Today is included.' } }),
			range({ lastHours: { ...hours, description: 'Number of hours.' } }),
			range({
				since: { ...date, description: 'Start: YYYY-MM-DD or YYYY-MM-DD hh:mm:ss.' },
				until: { ...date, description: 'End, included in the range: YYYY-MM-DD or YYYY-MM-DD hh:mm:ss.' },
			}),
		],
	};
}

function range(properties: Readonly<Record<string, object>>) {
	return { type: 'object', properties, required: Object.keys(properties), additionalProperties: false };
}

function fieldsSchema(offered: readonly Field[]) {
	return {
		description: 'Fields to export: a preset or a list.',
		oneOf: [
			{ enum: [...presetKinds] },
			{
				type: 'array',
				minItems: 1,
				uniqueItems: true,
				items: {
					anyOf: [
						{ enum: offered.map(({ name }) => name), enumDescriptions: offered.map(describe) },
						{ type: 'string', pattern: fieldName },
					],
				},
				not: { allOf: [deviceField, hashedDevices.name].map((name) => ({ contains: { const: name } })) },
			},
		],
	};
}

function filtersSchema(offered: readonly Field[]) {
	const properties = offered.map((field) => [field.name, field === hashedDevices ? false : filterSchema(field)]);
	return {
		type: 'object',
		description: 'Values of fields that exported records must have.',
		properties: Object.fromEntries(properties),
		propertyNames: { pattern: fieldName },
		additionalProperties: { type: 'string', minLength: 1 },
	};
}

function filterSchema(field: Field) {
	const { type, values } = field;
	const value = values
		? { enum: values }
		: type === 'integer'
			? { type: 'string', pattern: '^-?[0-9]{1,20}$' }
			: { type: 'string', minLength: 1 };
	return { ...value, description: describe(field) };
}

function describe({ meaning, personal }: Field): string {
	return personal ? `${meaning}. Personal: everyone who can read this file can see its value.` : `${meaning}.`;
}
