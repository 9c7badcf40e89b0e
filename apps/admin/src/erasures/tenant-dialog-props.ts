export interface TenantDialogProps {
  readonly tenant: { readonly id: string; readonly name: string };
}
