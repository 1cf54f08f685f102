import '../../../src/engine/main';
