import { AjvCompiler, type BuildCompilerFromPool } from '@fastify/ajv-compiler';
import { type SerializerFactory, SerializerSelector } from '@fastify/fast-json-stringify-compiler';

type Validator = { (data: unknown): unknown; errors?: unknown };
type Serializer = (data: unknown) => string;

type Factories = { buildValidator: BuildCompilerFromPool; buildSerializer: SerializerFactory };

const buildValidator = AjvCompiler();
const buildSerializer = SerializerSelector();

/** Of all servers of this process, which differ in no option of the compilers. */
const serializers = new WeakMap<object, Serializer>();

function lazyValidator(compile: () => Validator): Validator {
  let compiled: Validator | undefined;
  const validate: Validator = (data) => {
    compiled ??= compile();
    const result = compiled(data);
    validate.errors = compiled.errors;
    return result;
  };
  return validate;
}

function serializerOf(schema: object, compile: () => Serializer): Serializer {
  const known = serializers.get(schema) ?? compile();
  serializers.set(schema, known);
  return known;
}

/** Compiles a schema when a request first needs it, once in a process: a start would spend most of its time on schemas of routes nobody calls. */
export const lazyCompilers: Factories = {
  buildValidator: (externalSchemas, options) => {
    const compile = buildValidator(externalSchemas, options as never);
    return (definition) => lazyValidator(() => compile(definition as never) as Validator) as never;
  },
  buildSerializer: (externalSchemas, options) => {
    const compile = buildSerializer(externalSchemas, options as never);
    return (definition) => (data) =>
      serializerOf(definition.schema as object, () => compile(definition as never) as Serializer)(data);
  },
};
