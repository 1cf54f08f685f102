// Wine fails to set this option of a socket, which only detects connections that no longer exist.
require('node:net').Socket.prototype.setKeepAlive = function () {
	return this;
};

// Tests start the command line with an environment of their own, which must also contain the options of Node.
const processes = require('node:child_process');
processes.spawn = new Proxy(processes.spawn, {
	apply: (spawn, self, [command, args, options]) => {
		const env = options?.env && { ...options.env, NODE_OPTIONS: process.env['NODE_OPTIONS'] };
		return Reflect.apply(spawn, self, [command, args, env ? { ...options, env } : options]);
	},
});
