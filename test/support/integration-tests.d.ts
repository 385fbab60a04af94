export declare const integrationModules: readonly string[]
export declare function findIntegrationTests(root: string): string[]
