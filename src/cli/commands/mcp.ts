import { McpSession } from '../agents/mcpSession';
import type { Command } from '../context/command';
import { exitCodes } from '../options/exitCodes';
import { serviceOptions, sourceOptions } from '../options/options';

export const mcp: Command = {
	summary: 'Starts an MCP server for coding agents on standard input and output.',
	usage: '[--personal-columns LIST]',
	options: {
		'personal-columns': {
			type: 'string',
			value: 'LIST',
			meaning: 'additional columns to hide from agents (default: $APP_ERRORS_PERSONAL_COLUMNS)',
		},
	},
	uses: ['library', 'version-tags', ...serviceOptions, ...sourceOptions],
	takes: [0, 0],
	async run(given, context) {
		await context.checkFolder();
		const declared = given.text('personal-columns') ?? context.terminal.env['APP_ERRORS_PERSONAL_COLUMNS'] ?? '';
		const personalColumns = declared.split(',').map((name) => name.trim());
		const { serveAgents } = await import('../mcp.js');
		await using door = new McpSession(context, personalColumns);
		await serveAgents(door, context);
		return exitCodes.done;
	},
};
